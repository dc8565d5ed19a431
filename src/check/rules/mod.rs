//! The rules, one file each, in the order of their codes.

use super::rule::Rule;

/// Declares the files of rules and the table of them.
macro_rules! rules {
    ($($file:ident),+ $(,)?) => {
        $(pub(crate) mod $file;)+
        /// Every rule, in the order of their codes.
        pub static RULES: &[&Rule] = &[$(&$file::RULE),+];
    };
}

rules! {
    fence_attribute,
    front_matter_syntax,
    front_matter_missing,
    unknown_key,
    missing_key,
    wrong_type,
    bad_value,
    duplicate_url,
    link_missing,
    anchor_missing,
    reference_missing,
    blank_in_link,
    config_syntax,
    template_error,
    not_utf8,
    source_unreadable,
    nav_missing,
    unportable_path,
    missing_what_you_will_learn,
    missing_prerequisites,
}
