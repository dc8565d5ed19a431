//! What the path of an output may be, on this system and on others.

use unicode_normalization::UnicodeNormalization;

/// The file in an output folder that lists the files of the build.
pub(super) const MANIFEST: &str = ".docent-outputs";
/// Where a build works: within the output folder, or beside it, where the folder's own name goes before this one.
pub(super) const WORKSPACE: &str = ".docent-publishing";
/// Locked while a build publishes.
pub(super) const LOCK: &str = "lock";
/// A file that is being written.
pub(super) const PART: &str = "part";

/// No file system in common use takes a longer name.
const LONGEST_NAME: usize = 255;

/// Why no file can have this path in an output folder, as a phrase that follows the path.
#[must_use]
pub fn why_unwritable(path: &str) -> Option<&'static str> {
    if path.starts_with('/') {
        return Some("is absolute");
    }
    if path.contains('\\') {
        return Some("contains a backslash");
    }
    if path.contains('\0') {
        return Some("contains a NUL byte");
    }
    let first = path.split('/').next().unwrap_or_default();
    if [MANIFEST, WORKSPACE].iter().any(|ours| first.eq_ignore_ascii_case(ours)) {
        return Some("has a name that Docent keeps for itself");
    }
    let segment = path.split('/').find_map(|name| match name {
        "" => Some("has an empty segment"),
        "." | ".." => Some("has a segment of only dots"),
        _ if name.len() > LONGEST_NAME => Some("has a name of more than 255 bytes"),
        _ => None,
    });
    // Elsewhere such a name is legal, and a page that has it works: there it is for a rule to warn.
    segment.or_else(|| if cfg!(windows) { why_unportable(path) } else { None })
}

/// Why a file of this path cannot be written on Windows, as a phrase that follows the path.
#[must_use]
pub fn why_unportable(path: &str) -> Option<&'static str> {
    path.split('/').find_map(|name| {
        if name.contains(|sign: char| sign < ' ' || r#"<>:"|?*\"#.contains(sign)) {
            Some(r#"has a name with a control character or one of `< > : " | ? * \`"#)
        } else if name.ends_with(['.', ' ']) {
            Some("has a name that ends in a dot or a space")
        } else if is_device(name) {
            Some("has a name that Windows keeps for a device")
        } else {
            None
        }
    })
}

/// Whether Windows takes the name for a device, which it does whatever follows the first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_uppercase();
    let numbered = || {
        let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"))?;
        let mut signs = number.chars();
        Some(matches!(signs.next()?, '0'..='9' | '¹' | '²' | '³') && signs.next().is_none())
    };
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered() == Some(true)
}

/// The path as a file system sees it that ignores case and the way in which accents are encoded.
#[must_use]
pub fn folded(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    // Lower case can leave combining signs that were not in order before.
    path.nfd().flat_map(char::to_lowercase).nfd().collect()
}

/// The folders that hold a path, the nearest first; the output folder itself is not among them.
pub(super) fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_folder() {
        let longest = "n".repeat(255);
        let refused = [
            ("", "has an empty segment"),
            ("a//b", "has an empty segment"),
            ("a/", "has an empty segment"),
            ("/etc/passwd", "is absolute"),
            ("..", "has a segment of only dots"),
            ("a/../b", "has a segment of only dots"),
            ("./a", "has a segment of only dots"),
            (r"a\b", "contains a backslash"),
            ("a\0", "contains a NUL byte"),
            (&format!("a/{longest}n"), "has a name of more than 255 bytes"),
            (".docent-outputs", "has a name that Docent keeps for itself"),
            (".DOCENT-publishing/x", "has a name that Docent keeps for itself"),
        ];
        for (path, why) in refused {
            assert_eq!(why_unwritable(path), Some(why), "{path:?}");
        }
        for path in ["a", "a/b.html", "...", ".well-known/x", "a/.docent-outputs", &longest, "ä b#%😀.html"] {
            assert_eq!(why_unwritable(path), None, "{path:?}");
        }
    }

    #[test]
    fn names_that_windows_refuses_are_told() {
        for path in ["aux.html", "a/CON", "nul", "com1.tar.gz", "lpt¹", "Aux .html", "conin$"] {
            assert_eq!(why_unportable(path), Some("has a name that Windows keeps for a device"), "{path:?}");
        }
        for path in ["what?.html", "a:b.html", "new\nline.html", "a|b", "<a>"] {
            assert!(why_unportable(path).is_some_and(|why| why.contains("control character")), "{path:?}");
        }
        for path in ["trail. /x", "a.", "b /c"] {
            assert_eq!(why_unportable(path), Some("has a name that ends in a dot or a space"), "{path:?}");
        }
        for path in ["auxiliary.html", "com.html", "com10", "console", "a.aux", ".nojekyll"] {
            assert_eq!(why_unportable(path), None, "{path:?}");
        }
    }

    #[test]
    fn folders_are_named_from_the_inside() {
        assert_eq!(folders_of("a/b/c.html").collect::<Vec<_>>(), ["a/b", "a"]);
        assert_eq!(folders_of("c.html").next(), None);
    }
}
