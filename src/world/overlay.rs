//! A site as it would be if some of its files said something else.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::{Listing, World};
use crate::source::SitePath;

/// A world with some of its files replaced.
#[derive(Clone)]
pub struct Overlay<'w> {
    world: &'w dyn World,
    replaced: BTreeMap<SitePath, Arc<[u8]>>,
}

impl<'w> Overlay<'w> {
    /// The world as it is.
    pub fn new(world: &'w dyn World) -> Self {
        Self { world, replaced: BTreeMap::new() }
    }

    /// Replaces a file that the world has.
    pub fn replace(&mut self, path: SitePath, bytes: impl Into<Arc<[u8]>>) {
        self.replaced.insert(path, bytes.into());
    }

    /// The files that were replaced, with their new bytes, in the order of their paths.
    pub fn replaced(&self) -> impl Iterator<Item = (&SitePath, &Arc<[u8]>)> {
        self.replaced.iter()
    }
}

impl World for Overlay<'_> {
    fn list(&self, folder: &str) -> Listing {
        self.world.list(folder)
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        match self.replaced.get(path) {
            Some(bytes) => Ok(Arc::clone(bytes)),
            None => self.world.read(path),
        }
    }
    fn size(&self, path: &SitePath) -> io::Result<u64> {
        self.replaced.get(path).map_or_else(|| self.world.size(path), |bytes| Ok(bytes.len() as u64))
    }
}
