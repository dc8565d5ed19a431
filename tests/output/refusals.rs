//! Folders that a build does not publish into.

use std::fs;
use std::path::Path;

use crate::{Site, tree};

/// The folder is refused with this reason, and nothing in or around the site changes.
#[track_caller]
fn refused(site: &Site, folder: impl AsRef<Path>, why: &str) {
    let folder = folder.as_ref();
    let before = tree(site.scratch.path());
    let error = format!("{:#}", site.destination(folder).unwrap_err());
    assert!(error.contains(why), "expected {why:?} in: {error}");
    assert!(error.contains(&folder.display().to_string()), "expected the folder in: {error}");
    assert_eq!(tree(site.scratch.path()), before);
}

#[test]
fn the_site_and_what_holds_it() {
    let site = Site::new();
    let root = site.root();
    refused(&site, &root, "it is the site itself");
    refused(&site, root.join("."), "it is the site itself");
    refused(&site, root.join("content/.."), "it is the site itself");
    refused(&site, root.join("not/there/../.."), "it is the site itself");
    refused(&site, root.join(".."), "the site lies inside it");
    refused(&site, site.scratch.path(), "the site lies inside it");
    refused(&site, "/", "the site lies inside it");
}

#[test]
fn the_home_folder() {
    let site = Site::new();
    refused(&site, std::env::home_dir().unwrap(), "it is your home folder");
}

#[test]
fn source_folders_and_what_touches_them() {
    let site = Site::new();
    for source in site.sources() {
        refused(&site, &source, "it is the source folder");
        refused(&site, source.join("below"), "it lies inside the source folder");
        refused(&site, source.join("new/deep"), "it lies inside the source folder");
    }
    let elsewhere = site.scratch.path().join("elsewhere");
    fs::create_dir_all(elsewhere.join("pages")).unwrap();
    let sources = [elsewhere.join("pages"), site.root().join("not-there-yet")];
    let refusal =
        |folder: &Path| docent::output::destination(folder, &site.root(), &sources).map(drop).unwrap_err().to_string();
    assert!(refusal(&elsewhere).contains("it holds the source folder"));
    assert!(refusal(&sources[1]).contains("it is the source folder"));
}

#[cfg(unix)]
#[test]
fn links_to_any_of_these() {
    use std::os::unix::fs::symlink;
    let site = Site::new();
    let link = site.scratch.path().join("link");
    let targets = [
        (site.root(), "it is the site itself"),
        (site.scratch.path().to_owned(), "the site lies inside it"),
        (site.root().join("content"), "it is the source folder"),
        (site.root().join("static/below"), "it lies inside the source folder"),
    ];
    for (target, why) in targets {
        symlink(&target, &link).unwrap();
        refused(&site, &link, why);
        fs::remove_file(&link).unwrap();
    }
    symlink(site.root().join("content"), &link).unwrap();
    refused(&site, link.join("new"), "it lies inside the source folder");
    fs::remove_file(&link).unwrap();
    symlink("nowhere", &link).unwrap();
    let error = site.destination(link.join("x")).unwrap_err().to_string();
    assert!(error.contains("a symbolic link to something that does not exist"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_to_another_folder_is_followed() {
    let site = Site::new();
    let real = site.scratch.path().join("served");
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, site.public()).unwrap();
    site.publish(&[("a.html", "1")]).unwrap();
    site.publish(&[("a.html", "2")]).unwrap();
    assert!(site.public().is_symlink());
    assert_eq!(fs::read_to_string(real.join("a.html")).unwrap(), "2");
}

#[test]
fn a_file() {
    let site = Site::new();
    fs::write(site.public(), "mine").unwrap();
    refused(&site, site.public(), "it is a file");
    assert!(site.destination(site.public().join("below")).is_err());
}

#[test]
fn a_folder_with_files_of_others() {
    let site = Site::new();
    fs::create_dir_all(site.public().join(".git/objects")).unwrap();
    fs::write(site.public().join("CNAME"), "mine").unwrap();
    refused(&site, site.public(), "`.git/`, `CNAME`; put files that belong to the site into its `static` folder");
    for name in ["a", "b", "c", "d"] {
        fs::write(site.public().join(name), "mine").unwrap();
    }
    refused(&site, site.public(), "`.git/`, `CNAME`, `a`, `b` and more;");
}

#[test]
fn a_file_that_came_between_two_builds() {
    let site = Site::new();
    site.publish(&[("a/b.html", "1")]).unwrap();
    let destination = site.destination(site.public()).unwrap();
    fs::create_dir(site.public().join("empty")).unwrap();
    refused(&site, site.public(), "`empty/`");
    fs::remove_dir(site.public().join("empty")).unwrap();
    fs::write(site.public().join("a/notes\u{7}.txt"), "mine").unwrap();
    refused(&site, site.public(), r"`a/notes\u{7}.txt`");
    let error = destination.publish(&crate::outputs(&[("a/b.html", "2")])).unwrap_err().to_string();
    assert!(error.contains("refusing to publish into"), "{error}");
    assert_eq!(fs::read_to_string(site.public().join("a/b.html")).unwrap(), "1");
}

#[cfg(unix)]
#[test]
fn links_inside_the_output() {
    let site = Site::new();
    let link = |at: &str, to: &str| std::os::unix::fs::symlink(site.root().join(to), site.public().join(at)).unwrap();
    site.publish(&[("a/b.html", "1"), ("c.html", "1")]).unwrap();
    fs::remove_file(site.public().join("c.html")).unwrap();
    link("c.html", "content/below/mine.md");
    refused(&site, site.public(), "`c.html`");
    fs::remove_file(site.public().join("c.html")).unwrap();
    fs::remove_dir_all(site.public().join("a")).unwrap();
    link("a", "content");
    refused(&site, site.public(), "`a`");
}

#[test]
fn a_list_that_cannot_be_trusted() {
    let site = Site::new();
    site.publish(&[("a.html", "1")]).unwrap();
    let list = site.public().join(".docent-outputs");
    let damaged = ["", "{", r#"{"version":1,"files":["../content/below/mine.md"]}"#, r#"{"version":1,"files":["/x"]}"#];
    for text in damaged {
        fs::write(&list, text).unwrap();
        refused(&site, site.public(), "is damaged");
    }
    fs::write(&list, r#"{"version":2,"files":{"a.html":"of a later form"}}"#).unwrap();
    refused(&site, site.public(), "was written by a newer Docent");
    fs::remove_file(&list).unwrap();
    refused(&site, site.public(), "`a.html`");
}
