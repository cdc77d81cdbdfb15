//! The naval phases, on positions set up by hand, with dice written by hand.

mod ashore;
mod attrition;
mod cape;
mod cargo;
mod combat;
mod credit;
mod crossing;
mod cruise;
mod invasion;
mod moves;
mod sailing;
mod scene;
mod stances;
mod voyage;
