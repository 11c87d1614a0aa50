# How the program of the packages is built: linked statically, with the C library in it, so
# it runs on every Linux of the last ten years, whatever libraries the distribution has.
# glibc has names of hosts looked up by the methods that are part of it (files and DNS).
# For scripts, which source this file.
CARGO_BUILD_TARGET=$(uname -m)-unknown-linux-gnu
RUSTFLAGS="-C target-feature=+crt-static"
# What nearly every x86-64 processor since 2011 has; see .cargo/config.toml, which RUSTFLAGS
# replaces.
if [ "$(uname -m)" = x86_64 ]; then
    RUSTFLAGS="$RUSTFLAGS -C target-cpu=x86-64-v2"
fi
export CARGO_BUILD_TARGET RUSTFLAGS
# The program tells the commit with its version.
BATYR_COMMIT=$(git rev-parse --short=9 HEAD 2>/dev/null || true)
[ -z "$BATYR_COMMIT" ] || export BATYR_COMMIT
