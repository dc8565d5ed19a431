# The developer's index. `just` lists it.

_default:
    @just --list

# Everything that must hold before a change lands
ci:
    bash .ci/run

# All tests
test *ARGS:
    cargo test {{ARGS}}

# Rewrite the expectations of tests/cases
update:
    UPDATE=1 cargo test --test cases

# Build this repository's own site into public/
site:
    cargo run --release -- build

# Looks for inputs that break a property of tests/fuzz/properties
fuzz PROPERTY SECONDS="60":
    tests/fuzz/run {{PROPERTY}} {{SECONDS}}

# Benchmarks of the pipeline
bench:
    cargo bench --bench pipeline

# Side by side with the hugo, zola and mdbook on PATH
bench-peers PAGES="1000" ROUNDS="5":
    cargo bench --bench peers -- {{PAGES}} {{ROUNDS}}

# Licences, bans and sources of the dependencies (needs cargo-deny)
deny:
    cargo deny check licenses bans sources
