//! What a line comes to.

use super::common::Common;
use super::fault::Fault;
use super::order::Order;

/// What a line comes to.
pub(super) enum Verdict {
    Common(Common, String),
    Order(Box<Order>),
    Fault(Fault),
}
