//! How the program is linked. Not here: anything that is made for it; there is no such thing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it == value);
    let linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if linux && std::env::var_os("CARGO_FEATURE_FIXED_ADDRESS").is_some() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
