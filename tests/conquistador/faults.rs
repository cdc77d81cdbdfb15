//! Faults that a form cannot see.
