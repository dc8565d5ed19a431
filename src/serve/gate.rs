//! Who may ask: a page on another site must neither read what is served nor make anything happen.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Result, anyhow};
use hyper::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::http::uri::{Authority, Uri};

/// The header that carries the token of this run.
pub(super) const TOKEN: HeaderName = HeaderName::from_static("x-docent-token");

/// Tells requests of our own pages from those of others.
#[derive(Debug)]
pub(super) struct Gate {
    /// A name of this machine that was given on the command line.
    name: Option<String>,
    address: SocketAddr,
    token: String,
}

impl Gate {
    /// A gate with a token of its own.
    pub(super) fn new(host: &str, address: SocketAddr) -> Result<Self> {
        let name = host.parse::<IpAddr>().is_err().then(|| host.to_ascii_lowercase());
        let token = random_hex::<16>().ok_or_else(|| anyhow!("the system gives no random numbers"))?;
        Ok(Self { name, address, token })
    }

    /// Where the first page is.
    pub(super) fn url(&self) -> String {
        let ip = self.address.ip();
        match (&self.name, ip) {
            (Some(name), _) => format!("http://{name}:{}/", self.address.port()),
            (None, IpAddr::V4(ip)) if ip.is_unspecified() => format!("http://127.0.0.1:{}/", self.address.port()),
            (None, IpAddr::V6(ip)) if ip.is_unspecified() => format!("http://[::1]:{}/", self.address.port()),
            (None, _) => format!("http://{}/", self.address),
        }
    }

    /// The token of this run, which our own pages know and others cannot read.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request may be answered at all.
    ///
    /// A name of another site can be made to lead to this machine (DNS rebinding), so names are not trusted unless
    /// they are known; an address cannot be made to lead elsewhere.
    pub(super) fn admits(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let named = uri.authority().is_none_or(|authority| self.knows(authority));
        named && authority(host).is_some_and(|host| self.knows(&host)) && same_origin(host, headers)
    }

    /// Whether a request comes from a page of this run.
    pub(super) fn has_token(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(TOKEN).map(HeaderValue::as_bytes).unwrap_or_default();
        // All bytes are looked at, however early they differ, so that the time it takes tells nothing.
        given.len() == self.token.len()
            && given.iter().zip(self.token.as_bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    fn knows(&self, authority: &Authority) -> bool {
        let host = authority.host().to_ascii_lowercase();
        let host = host.trim_end_matches('.');
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let local = host == "localhost" || host.ends_with(".localhost");
        address || local || self.name.as_deref() == Some(host)
    }
}

fn authority(host: &HeaderValue) -> Option<Authority> {
    host.to_str().ok()?.parse().ok()
}

/// A browser says where a request comes from whenever that matters; programs say nothing.
fn same_origin(host: &HeaderValue, headers: &HeaderMap) -> bool {
    headers.get(ORIGIN).is_none_or(|origin| {
        let authority = origin.as_bytes().strip_prefix(b"http://");
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host.as_bytes()))
    })
}

/// So many random bytes, as text.
pub(super) fn random_hex<const N: usize>() -> Option<String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(host: &str) -> Gate {
        Gate::new(host, "127.0.0.1:3623".parse().unwrap()).unwrap()
    }

    fn admits(gate: &Gate, uri: &str, headers: &[(HeaderName, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
        let mut map = HeaderMap::new();
        headers.for_each(|(name, value)| {
            map.append(name, value);
        });
        gate.admits(&uri.parse().unwrap(), &map)
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let gate = gate("127.0.0.1");
        for host in ["127.0.0.1:3623", "localhost:3623", "LOCALHOST", "docs.localhost:1", "[::1]:3623", "192.168.0.7"] {
            assert!(admits(&gate, "/", &[(HOST, host)]), "{host}");
        }
        for host in ["evil.example", "evil.example:3623", "localhost.evil.example", "", "a b", "127.0.0.1.evil.example"]
        {
            assert!(!admits(&gate, "/", &[(HOST, host)]), "{host}");
        }
        assert!(!admits(&gate, "/", &[]));
        assert!(!admits(&gate, "/", &[(HOST, "localhost"), (HOST, "localhost")]));
        assert!(!admits(&gate, "http://evil.example/", &[(HOST, "localhost")]));
    }

    #[test]
    fn a_name_of_the_command_line_is_answered() {
        assert!(admits(&gate("docs.lan"), "/", &[(HOST, "docs.lan:3623")]));
        assert!(!admits(&gate("docs.lan"), "/", &[(HOST, "evil.example")]));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let gate = gate("127.0.0.1");
        let from = |origin| admits(&gate, "/", &[(HOST, "localhost:3623"), (ORIGIN, origin)]);
        assert!(from("http://localhost:3623"));
        for origin in ["http://localhost:8000", "http://evil.example", "https://localhost:3623", "null"] {
            assert!(!from(origin), "{origin}");
        }
    }

    #[test]
    fn the_token_is_of_this_run() {
        let (gate, other) = (gate("127.0.0.1"), gate("127.0.0.1"));
        let with =
            |token: &str| gate.has_token(&HeaderMap::from_iter([(TOKEN, HeaderValue::from_str(token).unwrap())]));
        assert!(with(gate.token()));
        assert!(!with(other.token()) && !with("") && !with(&gate.token()[1..]));
        assert!(!gate.has_token(&HeaderMap::new()));
        assert_eq!(gate.token().len(), 32);
    }
}
