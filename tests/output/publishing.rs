//! What a build changes in its output folder, and what it leaves as it is.

use std::fs;
use std::time::{Duration, SystemTime};

use docent::output::{Outputs, Written};

use crate::{Site, outputs, tree, tree_of};

const LONG_AGO: SystemTime = SystemTime::UNIX_EPOCH;

fn age(path: &std::path::Path) {
    fs::File::options().write(true).open(path).unwrap().set_modified(LONG_AGO + Duration::from_secs(86_400)).unwrap();
}

#[test]
fn the_folder_holds_the_outputs_and_nothing_else() {
    let site = Site::new();
    let first = outputs(&[("a.html", "1"), ("b/c/d.html", "1"), ("b/e.html", "1"), ("emptied/f.html", "1")]);
    let second = outputs(&[("a.html", "1"), ("b/c/d.html", "2"), ("g/h.html", "2"), ("emptied", "2")]);
    let destination = site.destination(site.public()).unwrap();

    let written = destination.publish(&first).unwrap();
    assert_eq!(written, Written { written: 4, ..Written::default() });
    assert_eq!(tree(&site.public()), tree_of(&first));

    let written = destination.publish(&second).unwrap();
    assert_eq!(written, Written { written: 3, unchanged: 1, removed: 2, in_place: false });
    assert_eq!(tree(&site.public()), tree_of(&second));

    destination.publish(&Outputs::new()).unwrap();
    assert_eq!(tree(&site.public()), tree_of(&Outputs::new()));
    assert_eq!(site.entries(), ["content", "public", "static", "templates"]);
}

#[test]
fn folders_above_the_output_are_made() {
    let site = Site::new();
    let folder = site.root().join("out/of/the way/ä#%😀");
    site.destination(&folder).unwrap().publish(&outputs(&[("a.html", "1")])).unwrap();
    assert_eq!(fs::read_to_string(folder.join("a.html")).unwrap(), "1");
}

#[test]
fn names_of_all_kinds_are_written() {
    let site = Site::new();
    let longest = format!("{}/{}", "f".repeat(255), "n".repeat(255));
    let mut files = vec![(&*longest, "1"), ("ä b#%😀.html", "1"), ("a/.nojekyll", "1")];
    if cfg!(unix) {
        files.extend([("aux.html", "1"), ("new\nline?.html", "1"), ("a:b. /\"c\"", "1")]);
    }
    site.publish(&files).unwrap();
    assert_eq!(tree(&site.public()), tree_of(&outputs(&files)));
    assert_eq!(site.publish(&files).unwrap().unchanged, files.len());
    site.publish(&files[1..]).unwrap();
    assert_eq!(tree(&site.public()), tree_of(&outputs(&files[1..])));
}

#[test]
fn unchanged_files_keep_their_time() {
    let site = Site::new();
    site.publish(&[("a/same.html", "1"), ("a/other.html", "1")]).unwrap();
    let (same, other) = (site.public().join("a/same.html"), site.public().join("a/other.html"));
    age(&same);
    age(&other);
    let before = fs::metadata(&same).unwrap().modified().unwrap();
    site.publish(&[("a/same.html", "1"), ("a/other.html", "2")]).unwrap();
    assert_eq!(fs::metadata(same).unwrap().modified().unwrap(), before);
    assert_ne!(fs::metadata(other).unwrap().modified().unwrap(), before);
}

#[test]
fn a_kept_file_is_never_written_through_another_name() {
    let site = Site::new();
    site.publish(&[("a.html", "1")]).unwrap();
    let copy = site.scratch.path().join("copy.html");
    fs::hard_link(site.public().join("a.html"), &copy).unwrap();
    site.publish(&[("a.html", "2")]).unwrap();
    assert_eq!(fs::read_to_string(copy).unwrap(), "1");
}

#[cfg(unix)]
#[test]
fn a_build_that_changes_nothing_touches_nothing() {
    use std::os::unix::fs::MetadataExt;
    let site = Site::new();
    let files = [("a/b.html", "1"), ("c.html", "1")];
    site.publish(&files).unwrap();
    let state = || {
        [".", "public", "public/a", "public/a/b.html", "public/c.html", "public/.docent-outputs"].map(|path| {
            let metadata = fs::metadata(site.root().join(path)).unwrap();
            (metadata.ino(), metadata.mtime_nsec(), metadata.ctime_nsec())
        })
    };
    let before = state();
    assert_eq!(site.publish(&files).unwrap(), Written { unchanged: 2, ..Written::default() });
    assert_eq!(state(), before);
}

#[test]
fn a_file_changed_by_hand_is_mended() {
    let site = Site::new();
    let files = [("a.html", "one"), ("b.html", "two")];
    site.publish(&files).unwrap();
    // Of the same length and time, so that only its bytes tell.
    let before = fs::metadata(site.public().join("a.html")).unwrap().modified().unwrap();
    fs::write(site.public().join("a.html"), "0ne").unwrap();
    fs::File::options().write(true).open(site.public().join("a.html")).unwrap().set_modified(before).unwrap();
    fs::remove_file(site.public().join("b.html")).unwrap();
    assert_eq!(site.publish(&files).unwrap().written, 2);
    assert_eq!(tree(&site.public()), tree_of(&outputs(&files)));
}

#[test]
fn what_desktops_leave_in_a_folder_is_in_nobodys_way() {
    let site = Site::new();
    site.publish(&[("a/b.html", "1")]).unwrap();
    fs::write(site.public().join("a/.DS_Store"), "icons").unwrap();
    assert_eq!(site.publish(&[("a/b.html", "1")]).unwrap().written, 0);
    assert!(site.public().join("a/.DS_Store").exists());
    site.publish(&[("c.html", "1")]).unwrap();
    assert_eq!(tree(&site.public()), tree_of(&outputs(&[("c.html", "1")])));
}

#[cfg(unix)]
#[test]
fn permissions_of_folders_stay() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new();
    site.publish(&[("a/b.html", "1")]).unwrap();
    let [root, below] = [site.public(), site.public().join("a")];
    fs::set_permissions(&root, fs::Permissions::from_mode(0o2750)).unwrap();
    fs::set_permissions(&below, fs::Permissions::from_mode(0o711)).unwrap();
    site.publish(&[("a/b.html", "2"), ("c/d.html", "2")]).unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode(root), mode(below)), (0o2750, 0o711));
}

#[test]
fn two_builds_end_one_after_the_other() {
    let site = Site::new();
    let sides = ["left", "right"].map(|side| {
        let files: Vec<_> = (0..20).map(|page| (format!("{side}/{page}.html"), side)).collect();
        outputs(&files.iter().map(|(path, text)| (&**path, *text)).collect::<Vec<_>>())
    });
    let destination = site.destination(site.public()).unwrap();
    std::thread::scope(|scope| {
        for side in &sides {
            scope.spawn(|| {
                for _ in 0..30 {
                    if let Err(error) = destination.publish(side) {
                        assert!(error.to_string().contains("another build is publishing into"), "{error:#}");
                    }
                }
            });
        }
    });
    assert!(sides.iter().any(|side| tree(&site.public()) == tree_of(side)));
    assert_eq!(site.entries(), ["content", "public", "static", "templates"]);
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn a_reader_never_misses_a_page() {
    let site = Site::new();
    let destination = site.destination(site.public()).unwrap();
    let builds = ["first", "second"].map(|text| outputs(&[("a/page.html", text), (text, text)]));
    destination.publish(&builds[0]).unwrap();
    let page = site.public().join("a/page.html");
    std::thread::scope(|scope| {
        let builder = scope.spawn(|| (0..100).all(|round| destination.publish(&builds[round % 2]).is_ok()));
        while !builder.is_finished() {
            let text = fs::read_to_string(&page).unwrap();
            assert!(text == "first" || text == "second", "{text:?}");
        }
        assert!(builder.join().unwrap(), "a build failed");
    });
}
