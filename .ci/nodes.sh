# For scripts, which source this file.

# Prints the nodes that `bench` of a program counts: the same in every build and on every system.
nodes() {
    "$@" bench | tr -d '\r' | sed -n 's/^Nodes searched *: //p'
}
