//! C10: prompts in code that readers copy.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::CodeBlock;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports a `$ ` prompt in a shell script. In a `console` block the copy button leaves prompts and output out.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```bash
    /// $ pip install torch
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```console
    /// $ pip install torch
    /// ```
    /// ~~~~
    "C10", "prompt-copied", "the prompt is copied with the command, which then fails", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for block in &document.code_blocks {
        let Some(language) = block.language.as_ref().filter(|language| is_shell(&language.value)) else { continue };
        let Some(prompt) = prompt(block) else { continue };
        let edit = Edit::replace(document.source.span(language.range.clone()), "console");
        let mut finding = Finding::new(document.source.span(prompt), "the prompt is copied with the command")
            .help(format!("write `console` in place of `{}`", language.value));
        // Code that is run as a script would be run as a transcript then.
        if !block.has("run") {
            finding = finding.fix(Fix::safe("write `console`", vec![edit]));
        }
        findings.push(finding);
    }
}

fn is_shell(language: &str) -> bool {
    crate::document::language::canonical(language) == Some("bash")
}

/// Where the first prompt stands. The code has to begin with it: elsewhere it can be text that a command is given.
fn prompt(block: &CodeBlock) -> Option<std::ops::Range<usize>> {
    let code = block.code.text();
    let first = code.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))?;
    let at = first.as_ptr() as usize - code.as_ptr() as usize;
    let start = at + first.len() - first.trim_start().len();
    code[start..].starts_with("$ ").then(|| block.code.places(start..start + 1))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    #[test]
    fn prompts_in_scripts_are_found_and_mended() {
        marks("prompt-copied", "```sh\n# install\n\n$ pip install torch\n^ the prompt is copied\nDone\n$ ls\n```\n");
        assert_eq!(mended("prompt-copied", "```sh title=\"a\"\n$ ls\n```\n"), "```console title=\"a\"\n$ ls\n```\n");
    }

    #[test]
    fn variables_and_transcripts_are_left_alone() {
        marks(
            "prompt-copied",
            "```bash\n$HOME/bin/x\necho '$ '\n```\n\n```console\n$ ls\n```\n\n```python\n$ x\n```\n",
        );
        marks("prompt-copied", "```bash\ncat <<EOF\n$ ls\nEOF\n```\n");
    }
}
