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
    fence_language,
    snippet_missing,
    region_malformed,
    snippet_drift,
    snippet_empty,
    skip_needs_reason,
    paste_of_known_file,
    prompt_copied,
    secret_like,
    fence_attribute,
    todo_left,
    placeholder_left,
    link_text,
    alt_missing,
    alt_poor,
    undated_time_word,
    front_matter_syntax,
    front_matter_missing,
    unknown_key,
    missing_key,
    wrong_type,
    bad_value,
    kind_folder_mismatch,
    duplicate_url,
    text_length,
    draft_leak,
    link_missing,
    anchor_missing,
    root_link,
    preview_link,
    change_request_link,
    source_pointer,
    redirect_bad,
    orphan,
    reference_missing,
    blank_in_link,
    diagram_syntax,
    diagram_expect,
    math_syntax,
    config_syntax,
    template_error,
    not_utf8,
    source_unreadable,
    nav_missing,
    unportable_path,
    portable_name,
    missing_what_you_will_learn,
    section_order,
    section_near_miss,
    empty_section,
    objectives_form,
    prerequisites_form,
    prerequisite_graph,
    no_close,
    heading_step,
    duplicate_anchor,
    late_first_step,
    steps_too_many,
    missing_prerequisites,
    missing_section,
    contract_in_body,
    section_shape,
    bold_heading,
    allow_unused,
}
