//! Pages with mistakes, and what becomes of them.

use super::*;
use crate::diagnostic::Applicability::{Safe, Unsafe};
use crate::world::MemoryWorld;

fn site(files: &[(&str, &str)]) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.write(path, *text);
    }
    world
}

/// Applies fixes, and shows that doing so again changes nothing.
fn mended(world: &mut MemoryWorld, least: Applicability) -> Mended {
    let mended = mend(&*world, &Cache::new(), &Options::default(), least);
    for change in &mended.changes {
        world.write(change.path.as_str(), change.after.to_vec());
    }
    let again = mend(&*world, &Cache::new(), &Options::default(), least);
    assert_eq!((again.applied, again.changes.len()), (0, 0), "a second run finds nothing to do");
    mended
}

fn text(world: &MemoryWorld, path: &str) -> String {
    String::from_utf8(world.read(&SitePath::new(path)).unwrap().to_vec()).unwrap()
}

fn codes(mended: &Mended) -> Vec<&'static str> {
    mended.checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn a_fix_uncovers_the_next() {
    let mut world = site(&[("content/a.md", "---\ntitle: A\nkind: page\nlevle: begginer # so far\n---\n")]);
    let mended = mended(&mut world, Safe);
    assert_eq!(text(&world, "content/a.md"), "---\ntitle: A\nkind: page\nlevel: beginner # so far\n---\n");
    assert_eq!((mended.applied, codes(&mended)), (2, Vec::new()));
}

#[test]
fn byte_order_mark_and_line_endings_stay() {
    let page =
        "\u{feff}---\r\ntitle: A\r\nkind: page\r\ndraft: yes\r\n---\r\n```python file=\"/code.py\"\r\nold\r\n```\r\n";
    let mut world = site(&[("content/a.md", page), ("code.py", "a\nb\n")]);
    assert_eq!(mended(&mut world, Safe).applied, 2);
    let expected = page.replace("yes", "true").replace("old", "a\r\nb");
    assert_eq!(text(&world, "content/a.md"), expected);
}

#[test]
fn what_is_only_probably_meant_has_to_be_asked_for() {
    let files = [
        ("content/a.md", "---\ntitle: A\nkind: page\n---\n[b](bee.md)\n"),
        ("content/be.md", "---\ntitle: B\nkind: page\n---\n"),
    ];
    let mut world = site(&files);
    assert_eq!(mended(&mut world, Safe).applied, 0);
    assert_eq!(mended(&mut world, Unsafe).applied, 1);
    assert!(text(&world, "content/a.md").ends_with("[b](be.md)\n"));
}

#[test]
fn a_fix_of_a_warning_brings_no_error() {
    let page = "---\ntitle: A\nkind: page\nlevle: hard\ndarft: true\n---\n";
    let mut world = site(&[("docent.yml", "rules: { unknown-key: warning }\n"), ("content/a.md", page)]);
    let mended = mended(&mut world, Safe);
    assert_eq!(text(&world, "content/a.md"), page.replace("darft", "draft"), "the other fix is applied");
    let [refused] = &mended.refused[..] else { panic!("{:?}", mended.refused) };
    assert_eq!(refused.title, "rename it to `level`");
    assert!(
        refused.why.starts_with("it would bring an error into `content/a.md`: [F06] `level` is"),
        "{}",
        refused.why
    );
}

#[test]
fn a_fix_that_breaks_the_front_matter_is_left_out() {
    let mut world = site(&[("content/a.md", "---\ntitle: A\nkind: page\ntags: a]b\ndraft: no\n---\n")]);
    let mended = mended(&mut world, Safe);
    assert_eq!(text(&world, "content/a.md"), "---\ntitle: A\nkind: page\ntags: a]b\ndraft: false\n---\n");
    assert_eq!(mended.refused[0].why, "`content/a.md` could no longer be read");
    assert_eq!(codes(&mended), ["F05"]);
}

#[test]
fn a_file_that_is_no_text_is_never_written() {
    let mut world = site(&[]);
    world.write("content/a.md", b"---\ntitle: A\nkind: page\ndraft: yes\n---\n\xff\n");
    let mended = mended(&mut world, Safe);
    assert_eq!((mended.applied, codes(&mended)), (0, vec!["F05", "P03"]));
    assert!(mended.refused[0].why.contains("not valid UTF-8"), "{:?}", mended.refused);
}

#[test]
fn many_files_are_mended_in_one_round() {
    let mut world = site(&[("content/b.md", "---\ntitle: B\nkind: page\ntags: a]b\n---\n")]);
    for number in 0..40 {
        world.write(
            &format!("content/p{number}.md"),
            format!("---\ntitle: P\nkind: page\ndraft: yes\naliases: [x{number}]\n---\n"),
        );
    }
    let mended = mended(&mut world, Safe);
    assert_eq!((mended.applied, mended.changes.len(), mended.refused.len()), (40, 40, 1));
}
