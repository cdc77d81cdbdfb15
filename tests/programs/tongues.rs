//! What mail programs print in other languages: lines above quotations, heads of quotations, and
//! what phones put below a mail. All tell of Sunday, 22 November 2026, 17:15.

/// One a line: who prints it, and what; `¶` begins a line.
const ATTRIBUTIONS: &str = "
Gmail, English = On Sun, Nov 22, 2026 at 5:15\u{202f}PM {name} <{address}>¶wrote:
Gmail, German = Am So., 22. Nov. 2026 um 17:15 Uhr schrieb {name} <{address}>:
Gmail, French = Le dim. 22 nov. 2026 à 17:15, {name} <{address}> a¶écrit :
Gmail, Spanish = El dom, 22 nov 2026 a las 17:15, {name} (<{address}>) escribió:
Gmail, Italian = Il giorno dom 22 nov 2026 alle ore 17:15 {name} <¶{address}> ha scritto:
Gmail, Brazil = Em dom., 22 de nov. de 2026 às 17:15, {name} <{address}> escreveu:
Gmail, Portuguese = {name} <{address}> escreveu (domingo, 22/11/2026¶à(s) 17:15):
Gmail, Dutch = Op zo 22 nov 2026 om 17:15 schreef {name} <{address}>:
Gmail, Polish = niedz., 22 lis 2026 o 17:15 {name} <{address}> napisał(a):
Gmail, Russian = вс, 22 нояб. 2026 г. в 17:15, {name} <{address}>:
Gmail, Ukrainian = нд, 22 лист. 2026 р. о 17:15 {name} <{address}> пише:
Gmail, Japanese = 2026年11月22日(日) 17:15 {name} <{address}>:
Gmail, Korean = 2026년 11월 22일 (일) 오후 5:15, {name} <{address}>님이 작성:
Gmail, Chinese = {name} <{address}> 于2026年11月22日周日 17:15写道：
Gmail, Taiwan = {name} <{address}> 於 2026年11月22日週日 下午5:15寫道：
Gmail, Swedish = Den sön 22 nov. 2026 kl 17:15 skrev {name} <{address}>:
Gmail, Norwegian = søn. 22. nov. 2026 kl. 17:15 skrev {name} <{address}>:
Gmail, Danish = Den søn. 22. nov. 2026 kl. 17.15 skrev {name} <{address}>:
Gmail, Finnish = su 22. marrask. 2026 klo 17.15 {name} ({address}) kirjoitti:
Gmail, Greek = Στις Κυρ 22 Νοε 2026 στις 5:15 μ.μ., ο χρήστης {name} <¶{address}> έγραψε:
Gmail, Hebrew = \u{202b}בתאריך יום א׳, 22 בנוב׳ 2026 ב-17:15 מאת {name} <{address}>:\u{202c}
Gmail, Arabic = في الأحد، 22 نوفمبر 2026 في 5:15 م تمت كتابة ما يلي بواسطة¶{name} <{address}>:
Gmail, Hungarian = {name} <{address}> ezt írta (időpont: 2026. nov.¶22., V, 17:15):
Gmail, Romanian = În dum., 22 nov. 2026 la 17:15, {name} <{address}> a¶scris:
Gmail, Slovak = ne 22. 11. 2026 o 17:15 {name} <{address}> napísal(a):
Gmail, Czech = ne 22. 11. 2026 v 17:15 odesílatel {name} <{address}>¶napsal:
Gmail, Turkish = {name} <{address}>, 22 Kas 2026 Paz, 17:15 tarihinde¶şunu yazdı:
iOS, English = On 22 Nov 2026, at 17:15, {name} <{address}> wrote:
iOS, German = Am 22.11.2026 um 17:15 schrieb {name} <{address}>:
iOS, French = Le 22 nov. 2026 à 17:15, {name} <{address}> a écrit :
iOS, Spanish = El 22 nov 2026, a las 17:15, {name} <{address}> escribió:
iOS, Japanese = 2026/11/22 17:15、{name} <{address}>のメール:
iOS, Korean = 2026. 11. 22. 오후 5:15, {name} <{address}> 작성:
iOS, Russian = 22 нояб. 2026 г., в 17:15, {name} <{address}> написал(а):
iOS, Swedish = 22 nov. 2026 kl. 17:15 skrev {name} <{address}>:
iOS, Dutch = Op 22 nov 2026 om 17:15 heeft {name} <{address}> het volgende geschreven:
iOS, Turkish = {name} <{address}> şunları yazdı (22 Kas 2026 17:15):
Outlook, English = On 22/11/2026, 17:15, \"{name}\" <{address}> wrote:
Outlook, German = Am 22.11.26, 17:15 schrieb \"{name}\" <{address}>:
Yahoo, German = Am Sonntag, 22. November 2026 um 17:15:00 MEZ hat {name} <{address}> \
Folgendes geschrieben:
Yahoo, Spanish = El domingo, 22 de noviembre de 2026, 17:15:00 CET, {name} <{address}> escribió:
Yahoo, Italian = Il domenica 22 novembre 2026 alle ore 17:15:00 CET, {name} <{address}> ha scritto:
Proton, German = Am Sonntag, 22. November 2026 um 17:15, {name} <{address}> schrieb:
Proton, French = Le dimanche 22 novembre 2026 à 17:15, {name} <{address}> a écrit :
";

/// The same; the sender, when, the reader and the subject are the four lines.
const HEADERS: &str = "
Outlook, English = From:|Sent:|To:|Subject:|Sunday, November 22, 2026 5:15 PM
Outlook, German = Von:|Gesendet:|An:|Betreff:|Sonntag, 22. November 2026 17:15
Outlook, French = De :|Envoyé :|À :|Objet :|dimanche 22 novembre 2026 17:15
Outlook, Spanish = De:|Enviado:|Para:|Asunto:|domingo, 22 de noviembre de 2026 17:15
Outlook, Italian = Da:|Inviato:|A:|Oggetto:|domenica 22 novembre 2026 17:15
Outlook, Brazil = De:|Enviado:|Para:|Assunto:|domingo, 22 de novembro de 2026 17:15
Outlook, Dutch = Van:|Verzonden:|Aan:|Onderwerp:|zondag 22 november 2026 17:15
Outlook, Polish = Od:|Wysłane:|Do:|Temat:|niedziela, 22 listopada 2026 17:15
Outlook, Russian = От:|Отправлено:|Кому:|Тема:|22 ноября 2026 г. 17:15
Outlook, Ukrainian = Від:|Надіслано:|Кому:|Тема:|22 листопада 2026 р. 17:15
Samsung, Czech = Od:|Datum:|Komu:|Předmět:|22.11.26  17:15  (GMT+01:00)
Outlook, Swedish = Från:|Skickat:|Till:|Ämne:|den 22 november 2026 17:15
Outlook, Finnish = Lähettäjä:|Lähetetty:|Vastaanottaja:|Aihe:|sunnuntai 22. marraskuuta 2026 17:15
Samsung, Turkish = Kimden:|Tarih:|Kime:|Konu:|22.11.2026  17:15  (GMT+03:00)
Outlook, Hebrew = מאת:|נשלח:|אל:|נושא:|יום ראשון 22 נובמבר 2026 17:15
Outlook, Arabic = من:|تم الإرسال:|إلى:|الموضوع:|الأحد، 22 نوفمبر، 2026 5:15 م
Outlook, Japanese = 差出人:|送信日時:|宛先:|件名:|2026年11月22日 17:15
Outlook, Korean = 보낸 사람:|보낸 날짜:|받는 사람:|제목:|2026년 11월 22일 일요일 오후 5:15
Outlook, Chinese = 发件人:|发送时间:|收件人:|主题:|2026年11月22日 17:15
";

const SIGNATURES: &str = "
iPhone, English = Sent from my iPhone
iPad, English = Sent from my iPad
iPhone, German = Von meinem iPhone gesendet
iPhone, French = Envoyé de mon iPhone
iPhone, Spanish = Enviado desde mi iPhone
iPhone, Italian = Inviato da iPhone
iPhone, Brazil = Enviado do meu iPhone
iPhone, Dutch = Verstuurd vanaf mijn iPhone
iPhone, Polish = Wysłane z iPhone’a
iPhone, Swedish = Skickat från min iPhone
iPhone, Norwegian = Sendt fra min iPhone
iPhone, Finnish = Lähetetty iPhonesta
iPhone, Russian = Отправлено с iPhone
iPhone, Ukrainian = Надіслано з iPhone
iPhone, Japanese = iPhoneから送信
iPhone, Chinese = 发自我的iPhone
iPhone, Taiwan = 從我的iPhone傳送
iPhone, Korean = 나의 iPhone에서 보냄
iPhone, Turkish = iPhone’umdan gönderildi
iPhone, Czech = Odesláno z iPhonu
iPhone, Greek = Στάλθηκε από το iPhone μου
iPhone, Hebrew = נשלח מה-iPhone שלי
iPhone, Arabic = أرسلت من الـ iPhone
iPhone, Hungarian = Elküldve az iPhone készülékemről
Outlook iOS, English = Get Outlook for iOS<https://aka.ms/o0ukef>
Outlook Android, English = Get Outlook for Android<https://aka.ms/AAb9ysg>
Outlook iOS, German = Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>
Outlook Android, French = Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>
Outlook Android, Spanish = Obtener Outlook para Android<https://aka.ms/AAb9ysg>
Samsung, English = Sent from my Galaxy
Samsung, German = Von meinem/meiner Galaxy gesendet
Samsung, French = Envoyé depuis mon appareil Galaxy
Yahoo, English = Yahoo Mail: Search, Organize, Conquer
Yahoo, German = Von Yahoo Mail auf Android gesendet
Proton, English = Sent from Proton Mail for Android
BlueMail, English = Get BlueMail for Android
GMX, German = Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.
Aqua Mail, English = Sent with Aqua Mail for Android¶https://www.mobisystems.com/aqua-mail
";

/// Lines and heads in a language that does not exist.
const MADE_UP: &str = "
line, day first = Vo zul, 22 brum 2026 ta 17:15 morvek {name} <{address}>:
line, name first = {name} <{address}> talvonu (22.11.2026 17:15):
line, year first = 2026-11-22 17:15, {name} <{address}> skelvat:
line, two of them = Pel fordag 22. brumor 2026 kel 17.15 hunat {name} <{address}>¶dervask:
line, quoted name = 22/11/26, 17:15, \"{name}\" <{address}> ombruk:
line, without a name = Ud 22.11.2026 a 17:15 {address} plenta:
head, four lines = Brun: {name} <{address}>¶Hulvet: 22 brum 2026 17:15¶Ka: Ana¶Tosk:
head, date first = Delka: 22.11.2026 17:15¶Onom: {name} <{address}>¶Fema:
head, under a rule = -------- Vorlika pismela --------¶Uz: {name} <{address}>¶Dat: 22.11.26 17:15:
head, a single line = -----Orvenal Mesk----- Yd: {name} <{address}> Tal: 22.11.2026 17:15 Sub:
";

type List = Vec<(&'static str, String)>;

fn list(table: &'static str, fill: impl Fn(&str) -> String) -> List {
    let rows = table.lines().filter_map(|it| it.split_once(" = "));
    rows.map(|(who, text)| (who, fill(text).replace('¶', "\n")))
        .collect()
}

fn filled(text: &str, name: &str, address: &str) -> String {
    text.replace("{name}", name).replace("{address}", address)
}

/// Lines that stand above a quotation, by program and language; some are two.
pub(crate) fn attributions(name: &str, address: &str) -> List {
    list(ATTRIBUTIONS, |it| filled(it, name, address))
}

/// Heads of a quotation that nothing marks, of four lines.
pub(crate) fn header_blocks(name: &str, address: &str, subject: &str) -> List {
    list(HEADERS, |line| {
        let fields: Vec<&str> = line.split('|').collect();
        let [from, sent, to, about, date] = fields[..] else {
            panic!("five fields are wanted: {line}");
        };
        format!("{from} {name} <{address}>\n{sent} {date}\n{to} Ana\n{about} {subject}")
    })
}

/// What phones put below what was typed.
pub(crate) fn signatures() -> List {
    list(SIGNATURES, str::to_owned)
}

/// Lines and heads that no list of words can know: each ends with a colon and tells a date and an
/// address.
pub(crate) fn made_up(name: &str, address: &str) -> List {
    list(MADE_UP, |it| filled(it, name, address))
}
