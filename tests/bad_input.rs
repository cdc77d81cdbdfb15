use crate::support::{Bench, WORLDS};
#[test]
fn show() {
    for lines in ["PLAY R16", "PLAY LOWEST IF TOP OVER 16", "PLAY B14 IF MYHAND IS 0", &"PLAY LOWEST\n".repeat(40), &("PLAY ".to_owned() + &"X".repeat(1000)),] {
        let mut bench = Bench::with(&WORLDS);
        bench.send("worlds", "north", "1", lines);
        bench.tick();
        println!("=== \n{}", bench.receipt("worlds", "north"));
    }
}
