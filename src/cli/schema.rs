//! `docent schema` and `docent kinds`: what an author may write, for editors and for people.

use std::path::Path;

use anyhow::Result;

use super::args::SchemaOf;
use super::{CLEAN, place, terminal};
use crate::config::{self, CONFIG_PATH, Config};
use crate::document::front_matter;
use crate::preview;
use crate::report;
use crate::source::{SitePath, Source};
use crate::world::World;

/// Prints a JSON Schema; that of front matter knows the kinds of the site.
pub(super) fn schema(site: Option<&Path>, of: SchemaOf) -> Result<u8> {
    let text = match of {
        SchemaOf::Config => format!("{:#}\n", config::config_schema()),
        SchemaOf::FrontMatter => {
            format!("{:#}\n", config::front_matter_schema(front_matter::keys(), &config_of(site)?))
        }
        SchemaOf::Report => report::JSON_SCHEMA.to_owned(),
        SchemaOf::Preview => preview::account::JSON_SCHEMA.to_owned(),
    };
    terminal::answer(&text)?;
    Ok(CLEAN)
}

/// The configuration of the site, or of none where there is no site; what is wrong in it `docent check` says.
fn config_of(site: Option<&Path>) -> Result<Config> {
    let world = match place::world(site) {
        Ok(world) => world,
        Err(_) if site.is_none() => return Ok(Config::default()),
        Err(error) => return Err(error),
    };
    let path = SitePath::new(CONFIG_PATH);
    let Ok(bytes) = world.read(&path) else { return Ok(Config::default()) };
    Ok(Config::read(Source::new(path, String::from_utf8_lossy(&bytes))).0)
}

/// Prints the built-in kinds in the form that `docent.yml` has.
pub(super) fn kinds() -> Result<u8> {
    terminal::answer(config::BUILT_IN_KINDS)?;
    Ok(CLEAN)
}
