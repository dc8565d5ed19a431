//! The server itself: connections, their limits, and what is asked on them. The only owner of hyper and tokio.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{interval, sleep, timeout};

use super::answer::{self, Answer};
use super::live::Live;
use super::order;

/// How many ports behind a taken one are tried.
const TRIED_PORTS: u16 = 20;
/// More connections than this wait.
const CONNECTIONS: usize = 512;
/// How long the head of a request may take, and its body.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest head of a request, and the largest body.
const LARGEST_HEAD: usize = 32 * 1024;
const LARGEST_BODY: usize = 64 * 1024;
/// A connection is closed after this long, however slowly its client reads; pages that listen come again.
const LIFETIME: Duration = Duration::from_secs(300);
/// What is under way then has so long to be finished.
const GRACE: Duration = Duration::from_secs(5);
/// How often pages that listen are shown that the server is there.
const BEAT: Duration = Duration::from_secs(20);

/// Takes a port: the one that is asked for, else the next one that is free.
pub(super) fn bind(host: &str, port: u16) -> Result<(TcpListener, SocketAddr)> {
    let last = if port == 0 { 0 } else { port.saturating_add(TRIED_PORTS) };
    for candidate in port..=last {
        let addresses: Vec<_> = (host, candidate)
            .to_socket_addrs()
            .with_context(|| format!("`{host}` is no address of this machine"))?
            .collect();
        // Where a name has several addresses, the older kind is the one that every program reaches.
        let address = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first()).copied();
        let address = address.ok_or_else(|| anyhow!("`{host}` is no address of this machine"))?;
        match TcpListener::bind(address) {
            Ok(listener) => {
                let address = listener.local_addr().context("the port cannot be read")?;
                return Ok((listener, address));
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(
                    anyhow!(error).context(format!("cannot listen at {address}; name another port with `--port`"))
                );
            }
        }
    }
    bail!(
        "the ports {port} to {last} are all taken; name another one with `--port`, or let the system choose with `--port 0`"
    )
}

/// Serves from a thread of its own, until the process ends.
pub(super) fn serve(listener: TcpListener, live: Arc<Live>) -> Result<()> {
    listener.set_nonblocking(true).context("the port cannot be served")?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("the port cannot be served")?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener).context("the port cannot be served")?
    };
    std::thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || runtime.block_on(accept(listener, live)))
        .context("the port cannot be served")?;
    Ok(())
}

async fn accept(listener: tokio::net::TcpListener, live: Arc<Live>) {
    let beating = Arc::clone(&live);
    tokio::spawn(async move {
        let mut beats = interval(BEAT);
        loop {
            beats.tick().await;
            beating.beat();
        }
    });
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        // The semaphore is never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let live = Arc::clone(&live);
                tokio::spawn(async move {
                    connection(stream, live).await;
                    drop(place);
                });
            }
            // Too many open files, or a client that is gone already: a moment later there is room again.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn connection(stream: TcpStream, live: Arc<Live>) {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let live = Arc::clone(&live);
        async move { Ok::<_, Infallible>(respond(&live, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    // A client that breaks off, or talks nonsense, harms nobody but itself.
    if timeout(LIFETIME, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(GRACE, connection).await;
    }
}

async fn respond(live: &Arc<Live>, request: Request<Incoming>) -> Answer {
    let (head, body) = request.into_parts();
    if !live.gate.admits(&head.uri, &head.headers) {
        let words = "This server answers only to names of this machine, such as 127.0.0.1 or localhost, and only its own \
                     pages. Another name is given with `docent serve --host NAME`.";
        return answer::text(StatusCode::FORBIDDEN, words);
    }
    match head.method {
        Method::GET | Method::HEAD => {
            let shown = live.shown();
            if answer::has_to_wait(&shown, &head.uri) {
                let shown = Arc::clone(&shown);
                // Should it panic, the answer is that there is no such file.
                let _ = spawn_blocking(move || shown.rest.make()).await;
            }
            answer::get(live, &shown, &head.method, &head.uri, &head.headers)
        }
        Method::POST => match timeout(PATIENCE, Limited::new(body, LARGEST_BODY).collect()).await {
            Ok(Ok(body)) => {
                let live = Arc::clone(live);
                let post = move || order::post(&live, &head.uri, &head.headers, &body.to_bytes());
                let failed = |_| answer::text(StatusCode::INTERNAL_SERVER_ERROR, "This failed by a fault of Docent.");
                spawn_blocking(post).await.unwrap_or_else(failed)
            }
            Ok(Err(_)) => answer::text(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large."),
            Err(_) => answer::text(StatusCode::REQUEST_TIMEOUT, "The request came too slowly."),
        },
        _ => answer::not_allowed(),
    }
}
