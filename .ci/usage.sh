# For scripts that need an argument, which source this file: without one, such a script ends with how
# to call it, as the indented line at its beginning says.
if [ $# = 0 ]; then
    sed -nE 's,^# *((\.ci|tests)/),usage: \1,p' "$0" >&2
    exit 2
fi
