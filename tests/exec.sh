#!/bin/sh
# prove's interpreter: unit tests are programs, the others shell scripts.  None may hang.
case $1 in
*/unit/*) exec timeout -k 5 "${CMPTUNE_TEST_SECONDS:-900}" "$@" ;;
*) exec timeout -k 5 "${CMPTUNE_TEST_SECONDS:-900}" sh "$@" ;;
esac
