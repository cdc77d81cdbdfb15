//! What lines have begun, followed until it ends: rules know it by names of their own, the engine
//! by the line that the answer rested on.
//!
//! Not here: what rules report (`ends`), and what the owners of lines read of it (`account`).

use super::chronicle::Input;
use super::ends::{Ending, How};
use super::orders::{Left, OrderBook, OrderRef, UnderWay};
use crate::lang::sheet::SheetNo;

/// Notes what these endings begin, and puts to each that speaks of something begun whose line it
/// is. What rests on no line (silence has begun it) is nobody's, and left out.
pub(super) fn follow<C, O, W>(
    book: &mut OrderBook<O, W>,
    sheet: SheetNo,
    (input, left): (&Input<C>, &[Left]),
    endings: Vec<Ending>,
) -> Vec<Ending> {
    let followed = endings.into_iter().filter_map(|ending| match ending.how {
        How::Begun => begun(book, sheet, (input, left), ending),
        _ if ending.of.is_some() => ended(book, ending),
        _ => Some(ending),
    });
    followed.collect()
}

fn begun<C, O, W>(
    book: &mut OrderBook<O, W>,
    sheet: SheetNo,
    (input, left): (&Input<C>, &[Left]),
    ending: Ending,
) -> Option<Ending> {
    let (seat, of) = (ending.seat, ending.of.clone()?);
    book.begun.retain(|it| (it.seat, &it.of) != (seat, &of));
    let Input::Answers { answers } = input else {
        return None;
    };
    let answer = answers.iter().find(|it| it.seat == seat)?;
    let at = *answer.source.lines().get(ending.place as usize)?;
    let lines = book.seats.get(&seat).into_iter().flatten();
    let there = lines.filter(|it| it.at == at).map(|it| &it.text);
    // A line that is used up by its choice has left the book already.
    let gone = left.iter().filter(|it| (it.seat, it.at) == (seat, at));
    let text = there.chain(gone.map(|it| &it.text)).next()?.clone();
    book.begun.push(UnderWay {
        seat,
        of,
        at,
        text: text.clone(),
        sheet,
    });
    Some(named(ending, at, text))
}

fn ended<O, W>(book: &mut OrderBook<O, W>, ending: Ending) -> Option<Ending> {
    let of = |it: &UnderWay| it.seat == ending.seat && Some(&it.of) == ending.of.as_ref();
    let place = book.begun.iter().position(of)?;
    let UnderWay { at, text, .. } = book.begun[place].clone();
    // What came out as it says, or in part, may still turn out otherwise: a ship is lost on its way
    // home.
    if ending.how == How::Nothing {
        book.begun.remove(place);
    }
    Some(named(ending, at, text))
}

fn named(ending: Ending, at: OrderRef, text: String) -> Ending {
    Ending {
        at: Some(at),
        text: Some(text),
        ..ending
    }
}
