//! Numbers as text: the alphabet in which postings are written inside a JavaScript string.
//!
//! Eighty printable ASCII characters that need no escape in a string and are no digits. A number is written in base 40,
//! lowest digit first: characters 40 to 79 say that another digit follows. A set of numbers is either the gaps between
//! them, or, after the mark `~`, one bit for each number, six to a character; whichever is shorter.

/// Marks a set that is written bit by bit.
const BITS: char = '~';
const BASE: u32 = 40;
const BITS_A_CHARACTER: u32 = 6;

const ALPHABET: [u8; 80] = alphabet();

const fn alphabet() -> [u8; 80] {
    let mut characters = [0; 80];
    let mut count = 0;
    let mut character = b'!';
    while character < b'~' {
        // The quote and the backslash end or escape in a string; `<` could end a script element; digits mark a place.
        if !matches!(character, b'"' | b'\\' | b'<' | b'0'..=b'9') {
            characters[count] = character;
            count += 1;
        }
        character += 1;
    }
    characters
}

/// The character for `value`, which is less than 80.
pub(super) fn character(value: u32) -> char {
    char::from(ALPHABET[value as usize])
}

/// Appends one number.
pub(super) fn push_number(out: &mut String, mut number: u32) {
    while number >= BASE {
        out.push(character(BASE + number % BASE));
        number /= BASE;
    }
    out.push(character(number));
}

/// Appends a set of ascending numbers.
pub(super) fn push_set(out: &mut String, numbers: &[u32]) {
    let start = out.len();
    let mut next = 0;
    for &number in numbers {
        push_number(out, number - next);
        next = number + 1;
    }
    let as_bits = next.div_ceil(BITS_A_CHARACTER) as usize + 1;
    if as_bits < out.len() - start {
        out.truncate(start);
        push_bits(out, numbers);
    }
}

fn push_bits(out: &mut String, numbers: &[u32]) {
    out.push(BITS);
    let mut numbers = numbers.iter().peekable();
    let mut group = 0;
    while numbers.peek().is_some() {
        let mut bits = 0;
        while let Some(number) = numbers.next_if(|&&number| number / BITS_A_CHARACTER == group) {
            bits |= 1 << (number % BITS_A_CHARACTER);
        }
        out.push(character(bits));
        group += 1;
    }
}

/// Reads what this module writes, as the reader's script does.
#[cfg(test)]
pub(super) mod reading {
    use super::{ALPHABET, BASE, BITS, BITS_A_CHARACTER};

    /// The value of a character.
    pub(in super::super) fn value(character: char) -> u32 {
        let place = (0..).zip(ALPHABET).find(|&(_, known)| char::from(known) == character);
        place.expect("a character of the alphabet").0
    }

    /// The numbers that follow each other in a text.
    pub(in super::super) fn numbers(text: &str) -> Vec<u32> {
        let mut numbers = Vec::new();
        let (mut number, mut place) = (0, 1);
        for digit in text.chars().map(value) {
            number += digit % BASE * place;
            place *= BASE;
            if digit < BASE {
                numbers.push(number);
                (number, place) = (0, 1);
            }
        }
        numbers
    }

    /// The members of a set.
    pub(in super::super) fn set(text: &str) -> Vec<u32> {
        let Some(groups) = text.strip_prefix(BITS) else {
            let mut next = 0;
            return numbers(text).into_iter().map(|gap| (next + gap, next += gap + 1).0).collect();
        };
        let bits = (0..).zip(groups.chars().map(value)).flat_map(|(group, bits)| {
            let members = (0..BITS_A_CHARACTER).filter(move |bit| bits >> bit & 1 == 1);
            members.map(move |bit| group * BITS_A_CHARACTER + bit)
        });
        bits.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(numbers: &[u32]) -> String {
        let mut text = String::new();
        push_set(&mut text, numbers);
        assert_eq!(reading::set(&text), numbers, "{text}");
        text
    }

    #[test]
    fn sets_are_read_as_they_were_written() {
        round_trip(&[]);
        round_trip(&[0]);
        round_trip(&[0, 1, 39, 40, 80, 1680, 99_999]);
        round_trip(&(0..1000).filter(|number| number % 3 != 0).collect::<Vec<_>>());
    }

    #[test]
    fn a_set_of_everything_takes_one_bit_a_number() {
        let text = round_trip(&(0..6000).collect::<Vec<_>>());
        assert_eq!(text.len(), 1001);
    }

    #[test]
    fn the_alphabet_needs_no_escape() {
        assert!(ALPHABET.iter().all(|b| b.is_ascii_graphic() && !b.is_ascii_digit() && !b"\"\\<~".contains(b)));
    }
}
