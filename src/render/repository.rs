//! Links into the repository that holds a page's source.

use crate::config::Config;
use crate::source::SitePath;

/// Where to edit a source.
pub fn edit_url(config: &Config, path: &SitePath) -> Option<String> {
    file_url(config, "edit", path)
}

/// Where to read a source.
pub(super) fn source_url(config: &Config, path: &SitePath) -> Option<String> {
    file_url(config, "blob", path)
}

/// Where to report a problem with a page, its name filled in.
pub(super) fn report_url(config: &Config, path: &SitePath, title: &str) -> Option<String> {
    let repository = config.repository.as_ref()?;
    let title = query(&format!("Problem on “{title}”"));
    let text = query(&format!("Page: {path}\n\nWhat is wrong:\n"));
    Some(if is_gitlab(repository) {
        format!("{repository}/-/issues/new?issue[title]={title}&issue[description]={text}")
    } else {
        format!("{repository}/issues/new?title={title}&body={text}")
    })
}

fn file_url(config: &Config, view: &str, path: &SitePath) -> Option<String> {
    let repository = config.repository.as_ref()?;
    let forge_path = if is_gitlab(repository) { "/-" } else { "" };
    let path = path.as_str().split('/').map(query).collect::<Vec<_>>().join("/");
    Some(format!("{repository}{forge_path}/{view}/{}/{path}", config.branch))
}

/// GitLab is hosted under many names, most of which say so.
fn is_gitlab(repository: &str) -> bool {
    repository.split('/').nth(2).is_some_and(|host| host.contains("gitlab"))
}

/// Text as part of a query: all but letters, digits and a few signs of ASCII is percent-encoded.
fn query(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut query, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            query.push(char::from(byte));
        } else {
            query.push_str(&format!("%{byte:02X}"));
        }
        query
    })
}
