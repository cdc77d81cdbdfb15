//! What the game file and the notes of the map say, copied anew: what the map is held against.

/// Named places by Area (6.3).
pub(super) const PLACES: &str = "\
HUD: hud_james James Bay, hud_nelson Nelson Mouth
LAB: lab_ungava Ungava, lab_hamilton Hamilton Inlet
NFL: nfl_avalon Avalon, nfl_belleisle Belle Isle Shore, nfl_acadia Acadia
CAN: can_stadacona Stadacona, can_hochelaga Hochelaga, can_gaspe Gaspe
NEN: nen_hudson Hudson Mouth, nen_mohawk Mohawk Valley, nen_norumbega Norumbega,
    nen_massbay Massachusetts Bay
VIR: vir_chesapeake Chesapeake, vir_piedmont Piedmont, vir_delaware Delaware Bay,
    vir_roanoke Roanoke
FLO: flo_santaelena Santa Elena, flo_timucua Timucua Coast, flo_apalachee Apalachee
DSO: dso_coosa Coosa, dso_natchez Natchez, dso_delta Mississippi Delta, dso_mobile Mobile Bay
TEX: tex_malhado Malhado Coast, tex_brazos Brazos Prairie, tex_riogrande Rio Grande Mouth
OHI: ohi_allegheny Allegheny, ohi_ohio Ohio Valley
GLK: glk_ontario Lake Ontario, glk_huronia Huronia, glk_superior Lake Superior
MWP: mwp_illinois Illinois Confluence, mwp_quivira Quivira, mwp_llano Llano Estacado
ROC: roc_cibola Cibola Pueblos, roc_canyon Grand Canyon, roc_sangre Sangre de Cristo,
    roc_tiguex Tiguex
NWC: nwc_albion Drake's Bay, nwc_columbia Columbia Mouth
CAL: cal_monterey Monterey, cal_sanmiguel San Miguel, cal_sierra Sierra Nevada, cal_baja Baja
SON: son_vizcaya Nueva Vizcaya, son_culiacan Culiacan, son_yaqui Yaqui, son_gila Gila
AZT: azt_veracruz Veracruz, azt_tenochtitlan Tenochtitlan, azt_zacatecas Zacatecas,
    azt_oaxaca Oaxaca, azt_acapulco Acapulco, azt_michoacan Michoacan
MAY: may_campeche Campeche, may_chichen Chichen Itza, may_cozumel Cozumel Coast,
    may_honduras Honduras Coast, may_guatemala Guatemala
PAN: pan_veragua Veragua, pan_nombre Nombre de Dios, pan_panama South Sea Shore,
    pan_darien Darien, pan_nicaragua Nicaragua
CAR: car_hispaniola Hispaniola, car_cuba Cuba, car_puertorico Puerto Rico, car_jamaica Jamaica,
    car_bahamas Bahamas, car_leeward Leeward Isles, car_windward Windward Isles
VEN: ven_coro Coro, ven_cumana Pearl Coast, ven_llanos Llanos, ven_orinoco Orinoco Delta,
    ven_merida Merida
GRA: gra_cartagena Cartagena, gra_magdalena Magdalena, gra_bogota Bogota, gra_popayan Popayan
GUI: gui_essequibo Essequibo, gui_cayenne Cayenne
AMA: ama_para Para, ama_tapajos Tapajos, ama_negro Rio Negro, ama_maranon Maranon,
    ama_madeira Madeira
BRA: bra_pernambuco Pernambuco, bra_bahia Bahia, bra_saovicente Sao Vicente, bra_minas Sertao,
    bra_maranhao Maranhao, bra_guanabara Guanabara
MAT: mat_asuncion Asuncion, mat_pantanal Pantanal, mat_chaco Chaco
RDP: rdp_buenosaires Buenos Aires, rdp_parana Parana, rdp_tucuman Tucuman,
    rdp_banda Banda Oriental
PAT: pat_pampas Southern Pampas, pat_sanjulian San Julian, pat_strait Strait of Magellan,
    pat_chonos Chonos
ARA: ara_concepcion Concepcion, ara_valdivia Valdivia
CHL: chl_santiago Santiago, chl_coquimbo Coquimbo, chl_atacama Atacama
INC: inc_quito Quito, inc_guayaquil Guayaquil, inc_tumbes Tumbes, inc_cajamarca Cajamarca,
    inc_lima Rimac, inc_cuzco Cuzco, inc_titicaca Titicaca, inc_potosi Potosi, inc_arica Arica
";

/// Areas (6.1): id, name, coasts, Native Level, Attrition Level, R2, points, Tordesillas.
pub(super) const AREAS: &str = "\
HUD|Hudson Bay|n=4 hbay|1|5|-|30|S
LAB|Labrador|n=3 hstr;e=2 labs|1|4|-|20|P
NFL|Newfoundland|e=2 gbnk labs;s=3 neco;w=3 gsl|1|3|R2|40|P
CAN|Canada|e=3 gsl|2|3|-|50|S
NEN|New England|e=3 neco|2|2|-|50|S
VIR|Virginia|e=4 virc|2|2|R2|60|S
FLO|Florida|e=4 virc bahc;w=5 egul|2|3|-|40|S
DSO|Deep South|s=5 egul wgul|3|2|R2|50|S
TEX|Texas|e=5 wgul|2|3|-|40|S
OHI|Ohio Country|-|2|2|-|40|S
GLK|Great Lakes|-|3|2|-|50|S
MWP|Midwest Plateau|-|4|3|-|50|S
ROC|Rockies|-|3|4|-|50|S
NWC|New Albion|w=16 albi|1|2|-|40|S
CAL|California|s=14 gcal;w=15 calf|1|2|R2|60|S
SON|Sonora|w=14 gcal|2|4|-|50|S
AZT|Aztec Empire|e=5 wgul;w=13 tehu;nw=14 gcal|5|2|R2|100|S
MAY|Mayan Empire|e=5 wgul wcar;w=13 tehu|3|4|-|60|S
PAN|Panama|e=5 wcar main;w=12 gpan|2|5|-|80|S
CAR|Caribbean|all=4 bahc wind less|2|2|R2|70|S
VEN|Venezuela|n=5 main;e=4 less guic|2|4|-|50|S
GRA|New Granada|n=5 main;w=12 gpan|3|4|-|70|S
GUI|Guiana|n=4 guic amam|2|5|-|30|S
AMA|Amazon|e=4 amam|2|5|-|40|S
BRA|Brazil|n=4 amam roqu;s=5 bahi|1|3|R2|70|P
MAT|Gran Chaco|-|3|4|-|30|S
RDP|River Plate|e=6 plat|2|2|R2|60|S
PAT|Patagonia|e=7 pata;s=8 cape;w=9 chil|1|4|-|20|S
ARA|Araucania|w=9 chil|4|2|-|40|S
CHL|Chile|s=9 chil;n=10 peru|2|2|-|60|S
INC|Incan Empire|s=10 peru;n=11 guay|6|3|R2|120|S
";

/// Zones (6.4): ocean, id, name, Bounds.
pub(super) const ZONES: &str = "\
ATL|hbay|Hudson Bay|4
ATL|hstr|Hudson Strait|3
ATL|labs|Labrador Sea|2
ATL|gbnk|Grand Banks|2
ATL|gsl|Gulf of St Lawrence|3
ATL|neco|New England Coast|3
ATL|virc|Virginia Coast|4
ATL|bahc|Bahama Channel|4
ATL|egul|Eastern Gulf|5
ATL|wgul|Bay of Campeche|5
ATL|wind|Greater Antilles Sea|4
ATL|wcar|Western Caribbean|5
ATL|main|Spanish Main|5
ATL|less|Lesser Antilles Sea|4
ATL|guic|Guiana Coast|4
ATL|amam|Amazon Mouth|4
ATL|roqu|Cape Sao Roque|4
ATL|bahi|Bahia Coast|5
ATL|plat|Plate Estuary|6
ATL|pata|Patagonian Sea|7
CAPE|cape|South Cape|8
PAC|chil|Chilean Sea|9
PAC|peru|Peruvian Coast|10
PAC|guay|Gulf of Guayaquil|11
PAC|gpan|Gulf of Panama|12
PAC|tehu|South Sea of New Spain|13
PAC|gcal|Vermilion Sea|14
PAC|calf|California Coast|15
PAC|albi|New Albion Coast|16
";

/// Voyages (notes, 3): from, to, hexes, Bounds.
pub(super) const VOYAGES: &str = "\
car_hispaniola | azt_veracruz | 12 | 2
car_hispaniola | pan_nombre | 6 | 1
car_cuba | azt_veracruz | 7 | 2
car_cuba | flo_timucua | 3 | 1
car_puertorico | ven_cumana | 4 | 1
pan_nombre | gra_cartagena | 2 | 1
pan_panama | inc_lima | 9 | 2
azt_acapulco | pan_panama | 11 | 2
azt_acapulco | cal_sanmiguel | 12 | 2
inc_lima | chl_santiago | 11 | 2
chl_santiago | pat_strait | 12 | 2
rdp_buenosaires | pat_strait | 9 | 2
bra_bahia | rdp_buenosaires | 15 | 3
bra_pernambuco | ama_para | 7 | 2
nfl_avalon | nen_massbay | 6 | 1
vir_chesapeake | car_hispaniola | 10 | 2
nen_hudson | vir_chesapeake | 2 | 1
lab_hamilton | hud_james | 13 | 3
";

/// Up-river (notes, 3): place, zone, movement points from its sea, Bounds.
pub(super) const UP_RIVER: &str = "\
can_hochelaga | gsl | 4 | 1
nen_mohawk | neco | 2 | 1
dso_natchez | egul | 3 | 1
mwp_illinois | egul | 6 | 1
ven_llanos | guic | 4 | 1
ama_negro | amam | 7 | 2
ama_maranon | amam | 13 | 3
ama_madeira | amam | 10 | 2
rdp_parana | plat | 4 | 1
mat_asuncion | plat | 7 | 2
mat_pantanal | plat | 11 | 2
gra_magdalena | main | 2 | 1
";

/// Marches (notes, 3): from, to, hexes, movement points.
pub(super) const MARCHES: &str = "\
azt_veracruz | azt_tenochtitlan | 2 | 3
pan_darien | pan_panama | 1 | 2
pan_nombre | pan_panama | 1 | 2
inc_tumbes | inc_cajamarca | 2 | 5
inc_cajamarca | inc_cuzco | 4 | 9
inc_lima | inc_cuzco | 3 | 7
inc_potosi | inc_arica | 2 | 5
inc_cuzco | chl_santiago | 10 | 18
chl_santiago | ara_valdivia | 3 | 4
gra_cartagena | gra_bogota | 3 | 7
inc_quito | gra_bogota | 3 | 8
inc_quito | ama_maranon | 3 | 6
flo_apalachee | dso_natchez | 4 | 4
son_culiacan | roc_cibola | 5 | 11
roc_cibola | mwp_quivira | 5 | 7
tex_malhado | son_culiacan | 6 | 10
azt_zacatecas | roc_tiguex | 6 | 11
can_stadacona | glk_huronia | 2 | 3
azt_tenochtitlan | may_guatemala | 5 | 10
may_campeche | may_chichen | 1 | 2
bra_saovicente | inc_potosi | 9 | 14
rdp_buenosaires | inc_potosi | 8 | 14
bra_saovicente | bra_minas | 2 | 4
flo_santaelena | dso_coosa | 2 | 3
";

/// Areas (notes, 3): hexes, coast, clear, rough, jungle, mountain, neighbours by land.
pub(super) const AREA_HEXES: &str = "\
HUD | 18 | 9 | 0 | 18 | 0 | 0 | CAN GLK LAB
LAB | 20 | 7 | 0 | 20 | 0 | 0 | CAN HUD NFL
NFL | 9 | 9 | 2 | 7 | 0 | 0 | CAN LAB NEN
CAN | 11 | 3 | 2 | 9 | 0 | 0 | GLK HUD LAB NEN NFL
NEN | 5 | 3 | 2 | 3 | 0 | 0 | CAN GLK NFL OHI VIR
VIR | 7 | 3 | 4 | 3 | 0 | 0 | DSO FLO NEN OHI
FLO | 7 | 7 | 5 | 0 | 2 | 0 | DSO VIR
DSO | 14 | 4 | 10 | 2 | 2 | 0 | FLO MWP OHI TEX VIR
TEX | 14 | 4 | 7 | 7 | 0 | 0 | AZT DSO MWP ROC SON
OHI | 10 | 0 | 6 | 4 | 0 | 0 | DSO GLK MWP NEN VIR
GLK | 15 | 0 | 6 | 9 | 0 | 0 | CAN HUD MWP NEN OHI
MWP | 31 | 0 | 24 | 7 | 0 | 0 | DSO GLK OHI ROC TEX
ROC | 31 | 0 | 1 | 20 | 0 | 10 | CAL MWP NWC SON TEX
NWC | 11 | 5 | 1 | 4 | 2 | 4 | CAL ROC
CAL | 16 | 10 | 4 | 10 | 0 | 2 | NWC ROC SON
SON | 14 | 3 | 2 | 9 | 0 | 3 | AZT CAL ROC TEX
AZT | 21 | 11 | 4 | 11 | 3 | 3 | MAY SON TEX
MAY | 12 | 10 | 0 | 3 | 9 | 0 | AZT PAN
PAN | 11 | 11 | 1 | 1 | 9 | 0 | GRA MAY
CAR | 18 | 18 | 8 | 8 | 2 | 0 |
VEN | 21 | 7 | 12 | 5 | 3 | 1 | AMA GRA GUI
GRA | 12 | 5 | 3 | 3 | 5 | 1 | AMA INC PAN VEN
GUI | 13 | 5 | 1 | 2 | 10 | 0 | AMA VEN
AMA | 92 | 3 | 0 | 0 | 92 | 0 | BRA GRA GUI INC MAT VEN
BRA | 64 | 17 | 23 | 35 | 6 | 0 | AMA MAT RDP
MAT | 39 | 0 | 14 | 8 | 17 | 0 | AMA BRA INC RDP
RDP | 41 | 6 | 26 | 8 | 0 | 7 | ARA BRA CHL INC MAT PAT
PAT | 28 | 17 | 4 | 22 | 0 | 2 | ARA RDP
ARA | 5 | 3 | 1 | 2 | 0 | 2 | CHL PAT RDP
CHL | 8 | 7 | 3 | 4 | 0 | 1 | ARA INC RDP
INC | 30 | 12 | 2 | 14 | 2 | 12 | AMA CHL GRA MAT RDP
";

/// Zones (notes, 3): Bounds, sea hexes, coast hexes, zones they touch.
pub(super) const ZONE_HEXES: &str = "\
hbay | 4 | 11 | 9 | hstr
hstr | 3 | 10 | 4 | hbay labs
labs | 2 | 8 | 4 | gbnk gsl hstr
gbnk | 2 | 7 | 3 | gsl labs neco
gsl | 3 | 3 | 6 | gbnk labs neco
neco | 3 | 13 | 5 | gbnk gsl virc
virc | 4 | 12 | 4 | bahc neco
bahc | 4 | 13 | 10 | egul virc wcar wind
egul | 5 | 8 | 6 | bahc wcar wgul
wgul | 5 | 10 | 10 | egul
wind | 4 | 9 | 7 | bahc less main wcar
wcar | 5 | 13 | 10 | bahc egul main wind
main | 5 | 9 | 8 | less wcar wind
less | 4 | 17 | 6 | guic main wind
guic | 4 | 6 | 5 | amam less
amam | 4 | 10 | 6 | guic roqu
roqu | 4 | 19 | 7 | amam bahi
bahi | 5 | 17 | 8 | plat roqu
plat | 6 | 10 | 6 | bahi pata
pata | 7 | 16 | 8 | cape plat
cape | 8 | 16 | 7 | chil pata
chil | 9 | 17 | 9 | cape peru
peru | 10 | 20 | 9 | chil guay
guay | 11 | 15 | 6 | gpan peru
gpan | 12 | 12 | 8 | guay tehu
tehu | 13 | 6 | 6 | gcal gpan
gcal | 14 | 15 | 11 | calf tehu
calf | 15 | 11 | 6 | albi gcal
albi | 16 | 7 | 5 | calf
";
