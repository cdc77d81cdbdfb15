//! Chance for those who are simulated: everything follows from one number.
//!
//! Not here: the dice of games (`engine::dice`).

/// SplitMix64, which is small, and fixed for ever by this file.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The chances that follow from this seed.
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1; the bias is too small to matter here.
    pub fn below(&mut self, bound: u32) -> u32 {
        let within = self.next() % u64::from(bound.max(1));
        u32::try_from(within).expect("less than a u32")
    }

    /// True once in this many times.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of these; there must be one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
        &from[self.below(count) as usize]
    }

    /// A seed for something that takes 64 bits.
    pub fn seed(&mut self) -> u64 {
        self.next()
    }
}
