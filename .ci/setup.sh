# Sourced by ./podium, ./test and .ci/run, with $root set to the checkout: installs what a build needs.
# All messages go to standard error; if something is missing and cannot be installed, the caller exits with 2.

swift_wanted="6.3"       # the tools version of Package.swift
swift_release="6.3.1"    # the version to download if there is none

# The packages that podium needs beyond a minimal Debian 12.
packages="
  binutils          # the linker
  libstdc++-12-dev  # the Swift runtime is C++; brings libc6-dev and libgcc-12-dev
  libreadline-dev   # the prompt; brings libncurses6, which the Swift driver loads
  libopenblas0-pthread  # matrix arithmetic, loaded on first use; the variant for calls from several threads
  zlib1g            # compressed files, loaded on first use
  libsqlite3-dev    # the workspace; the Swift driver loads its library too
  libcurl4          # downloads, loaded on first use; the package manager loads it too
  libcmark-gfm-extensions0.29.0.gfm.6  # prose in HTML pages, loaded on first use
  librsvg2-2        # pictures as PNG and PDF, loaded on first use
  libreadstat1      # files of Stata, SPSS and SAS, loaded on first use
  libzmq5           # the Jupyter kernel, loaded on first use
  libxml2           # loaded by the package manager
  tzdata            # time zones of kick-offs
  git               # the package manager fetches dependencies with it
  ca-certificates   # to verify https servers, for git and for podium
"

# The commit that is built, twelve digits of it, with "+changes" where files differ from it; empty where nothing knows it.
# In an archive that git made, git has written it here.
PODIUM_COMMIT='$Format:%H$'
case $PODIUM_COMMIT in
*Format*)
  PODIUM_COMMIT=$(git -C "$root" rev-parse --quiet --short=12 HEAD 2>/dev/null) || PODIUM_COMMIT=
  [ -z "$(git -C "$root" status --porcelain 2>/dev/null)" ] || PODIUM_COMMIT=$PODIUM_COMMIT+changes
  ;;
*) PODIUM_COMMIT=$(printf %.12s "$PODIUM_COMMIT") ;;
esac
export PODIUM_COMMIT

# The one build, for users, tests and benchmarks: with other options everything would be compiled again. No folder of the
# package manager in the program (RUNPATH), and no debug information, which takes time and five times the space.
build_options="-c release --disable-local-rpath -debug-info-format none"
# The tests use the same libraries: Package.swift lets them see internal names.
test_build_options="$build_options --disable-xctest --explicit-target-dependency-import-check error"
test_options="$test_build_options --disable-testable-imports"

say() { echo "podium: $*" >&2; }

# One build at a time in a checkout; descriptor 9 holds the lock until end_turn or the end of the process.
take_turn() {
  mkdir -p "$root/.build" || exit 2
  exec 9>"$root/.build/podium.lock" || exit 2
  flock --nonblock 9 || { say "waiting for another build in this checkout"; flock 9; }
}

end_turn() { exec 9>&-; }

set_up() {
  command -v swift >/dev/null || no_swift "there is no 'swift' on PATH"
  install_packages
  # Only now, because the Swift driver needs some of those packages itself.
  swift_found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
  [ -n "$swift_found" ] || no_swift "'$(command -v swift) --version' prints no version"
  printf '%s\n' "$swift_wanted" "$swift_found" | sort --check=quiet --version-sort ||
    no_swift "'$(command -v swift)' is version $swift_found"
}

no_swift() {
  platform=debian12
  [ "$(uname -m)" != aarch64 ] || platform=debian12-aarch64
  folder=swift-$swift_release-RELEASE-$platform
  cat >&2 <<EOF
podium: Swift $swift_wanted or newer is required, but $1.
To install it on Debian 12 (official page: https://www.swift.org/install/linux/):
  1. download $folder.tar.gz from
     https://download.swift.org/swift-$swift_release-release/$platform/swift-$swift_release-RELEASE/$folder.tar.gz
  2. tar -xzf $folder.tar.gz
  3. export PATH="\$PWD/$folder/usr/bin:\$PATH"
Then run the same command again. 'swift' must be on PATH; the Debian packages it needs are installed automatically.
EOF
  exit 2
}

install_packages() {
  packages=$(printf '%s' "$packages" | sed 's/#.*//')
  if ! command -v apt-get >/dev/null; then
    say "apt-get is not available; install these packages (names on Debian) yourself:" $packages
    return
  fi
  missing=
  for package in $packages; do
    dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -q '^installed$' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
    command -v sudo >/dev/null || {
      say "Debian packages are missing, and there is no sudo; run as root: apt-get install$missing"
      exit 2
    }
  fi
  say "installing$missing"
  # Package lists may be missing (then the simulation fails) or out of date (then the download fails).
  { apt_install --simulate >/dev/null 2>&1 && apt_install; } ||
    { $as_root apt-get --quiet=2 update </dev/null >&2 && apt_install; } || {
    say "these Debian packages could not be installed:$missing"
    exit 2
  }
}

apt_install() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 --yes --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" install $missing </dev/null >&2
}
