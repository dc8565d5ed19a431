//! Keys of what is remembered: the hash of all that a result depends on.

/// The hash of several hashes.
pub(super) fn joined(hashes: &[blake3::Hash]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for hash in hashes {
        hasher.update(hash.as_bytes());
    }
    hasher.finalize()
}

/// The hash of a value by its JSON, which holds all of it and in a fixed order.
pub(super) fn hash_of(value: &impl serde::Serialize) -> blake3::Hash {
    // Every value here has a JSON form. A hash of one long text takes a fraction of the time of many short ones.
    blake3::hash(&serde_json::to_vec(value).unwrap_or_default())
}
