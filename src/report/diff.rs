//! What changes in a file, as a unified diff.

use similar::TextDiff;

use crate::source::SitePath;

/// The changes of a file with three lines around each, as `git apply` and `patch -p1` read them.
pub fn unified_diff(path: &SitePath, before: &str, after: &str) -> String {
    const CONTEXT: usize = 3;
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(CONTEXT).header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_names_the_file_and_shows_lines_around() {
        let diff = unified_diff(&SitePath::new("content/a.md"), "1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\nsix");
        let expected = "--- a/content/a.md\n+++ b/content/a.md\n@@ -3,4 +3,4 @@\n 3\n 4\n 5\n-6\n\\ No newline at end of file\n+six\n\\ No newline at end of file\n";
        assert_eq!(diff, expected);
        assert_eq!(unified_diff(&SitePath::new("a"), "same", "same"), "");
    }
}
