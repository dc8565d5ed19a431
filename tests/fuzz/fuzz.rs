//! One target of libFuzzer; `DOCENT_FUZZ` names the property that is tried.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use properties::{PROPERTIES, Property};

static CHOSEN: LazyLock<Property> = LazyLock::new(|| {
    let name = std::env::var("DOCENT_FUZZ").unwrap_or_default();
    let known = || PROPERTIES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let chosen = PROPERTIES.iter().find(|(known, _)| *known == name);
    chosen.unwrap_or_else(|| panic!("DOCENT_FUZZ has to be one of {}", known())).1
});

fuzz_target!(|bytes: &[u8]| CHOSEN(&String::from_utf8_lossy(bytes)));
