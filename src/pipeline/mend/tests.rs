//! Pages with mistakes, and what becomes of them.

use super::*;
use crate::diagnostic::Applicability::{Safe, Unsafe};
use crate::diagnostic::{Edit, Fix};
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

#[test]
fn a_wrong_name_is_replaced_where_it_stands() {
    let page = |attributes: &str| format!("---\ntitle: A\nkind: page\n---\n```python {attributes}\n```\n");
    for (wrong, right) in [
        ("file=\"/code/means.py#mean\"", "file=\"/code/means.py#means\""),
        ("file=/code/mean.py region=means", "file=/code/means.py region=means"),
        ("file=/code/file", "file=/code/files"),
    ] {
        let code = "# region: means\n1\n# endregion: means\n";
        let mut world = site(&[("content/a.md", &page(wrong)), ("code/means.py", code), ("code/files", "1\n")]);
        let mended = mended(&mut world, Unsafe);
        assert_eq!((text(&world, "content/a.md"), mended.applied), (page(right), 1));
    }
}

#[test]
fn fixes_that_undo_each_other_are_neither_kept_nor_counted() {
    let page = |level: &str| format!("---\ntitle: A\nkind: page\nlevel: {level}\n---\n");
    let world = site(&[("content/a.md", &page("easy"))]);
    let (cache, options) = (Cache::new(), Options::default());
    let mut mender = Mender::new(&cache, &options);
    let overlay = Overlay::new(&world);
    let mut state = State { checked: check_site(&overlay, &cache, &options), overlay };
    for (level, is_circle) in [("hard", false), ("easy", true)] {
        let found = state.checked.diagnostics.iter().find(|diagnostic| diagnostic.code == "F06");
        let mut diagnostic = found.unwrap().clone();
        let edit = Edit::replace(diagnostic.finding.span.clone(), level);
        diagnostic.finding.fix = Some(Fix::safe(format!("write `{level}`"), vec![edit]));
        state = mender.settle(state, &[diagnostic]);
        assert_eq!((text_of(&state), mender.refuse_circle(&state)), (page(level), is_circle));
    }
    let why: Vec<_> = mender.refused.values().map(String::as_str).collect();
    assert_eq!((mender.applied(), why), (0, vec!["another fix would undo it"; 2]));
}

fn text_of(state: &State<'_>) -> String {
    String::from_utf8(state.overlay.read(&SitePath::new("content/a.md")).unwrap().to_vec()).unwrap()
}
