//! `docent explain` and `docent rules`.

use anyhow::{Result, anyhow};

use super::{CLEAN, bold, terminal};
use crate::check::{RULES, Rule, find_rule};
use crate::diagnostic::nearest;

/// Prints the page of a rule.
pub(super) fn explain(code_or_name: &str) -> Result<u8> {
    let rule = find_rule(code_or_name).ok_or_else(|| {
        let known = RULES.iter().flat_map(|rule| [rule.name, rule.code]);
        let meant = nearest(code_or_name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        anyhow!("no rule is called `{code_or_name}`{meant}; `docent rules` lists them all")
    })?;
    let name = bold(&format!("{} {}", rule.code, rule.name));
    let page = rule.page();
    terminal::answer(&format!("{name}\n{} by default: {}.\n\n{}\n", level(rule), rule.why, page.trim_end()))?;
    Ok(CLEAN)
}

/// Prints a line for each rule.
pub(super) fn list() -> Result<u8> {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let line = |rule: &&Rule| format!("{}  {:width$}  {:7}  {}\n", bold(rule.code), rule.name, level(rule), rule.why);
    terminal::answer(&RULES.iter().map(line).collect::<String>())?;
    Ok(CLEAN)
}

fn level(rule: &Rule) -> &'static str {
    rule.default_level.map_or("off", crate::diagnostic::Severity::as_str)
}
