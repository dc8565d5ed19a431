//! Where the server listens.

use std::net::TcpListener;
use std::process::Command;

use crate::running::Running;
use crate::small_site;

#[test]
fn a_taken_port_gives_way_to_the_next_free_one_and_says_so() {
    let site = small_site();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let running = Running::with(site.path(), &["--port", &port]);
    assert!(running.log().contains(&format!("port {port} is taken")), "{}", running.log());
    assert_ne!(running.at, format!("127.0.0.1:{port}"));
    assert_eq!(running.get("/").status, 200);
}

#[test]
fn port_zero_is_a_real_port_in_the_address() {
    let site = small_site();
    let running = Running::new(site.path());
    assert!(!running.at.ends_with(":0"), "{}", running.at);
    assert_eq!(running.get("/").status, 200);
    assert_eq!(running.listen().named("state").len(), 1);
}

#[test]
fn an_address_that_is_not_ours_ends_with_a_reason() {
    let site = small_site();
    let output = Command::new(env!("CARGO_BIN_EXE_docent"))
        .args(["serve", "--host", "192.0.2.1", "--site"])
        .arg(site.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot listen at 192.0.2.1:3623") && !said.contains("panicked"), "{said}");
}

#[test]
fn a_public_address_warns() {
    let site = small_site();
    let running = Running::with(site.path(), &["--port", "0", "--host", "0.0.0.0"]);
    assert!(running.log().contains("other machines can reach this server"), "{}", running.log());
    assert!(running.at.starts_with("127.0.0.1:"), "the address that is printed works: {}", running.at);
    assert_eq!(running.get("/").status, 200);
}
