# Sourced by .ci/package: the archive for machines without a package manager, the source archive, the list of parts, the sums
# and the figures.

stage=$work/podium-$version
docs=$stage/share/doc/podium

# fetched SUITE FOLDER PACKAGE...: downloads packages, or with sources=yes their sources, by an apt of its own.
fetched() {
  local suite=$1 folder=$2
  shift 2
  mkdir -p "$work/apt-$suite"/{state/lists/partial,cache/archives/partial} "$folder"
  : >"$work/apt-$suite/status"
  local mirror=http://deb.debian.org/debian
  printf '%s [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' deb "$mirror" "$suite" deb-src "$mirror" "$suite" \
    >"$work/apt-$suite/sources.list"
  local options="-q=2 -o Dir::Etc::sourcelist=$work/apt-$suite/sources.list -o Dir::Etc::sourceparts=/dev/null
    -o Dir::State=$work/apt-$suite/state -o Dir::State::status=$work/apt-$suite/status -o Dir::Cache=$work/apt-$suite/cache
    -o APT::Architecture=amd64 -o APT::Sandbox::User=root"
  [ -n "$(ls "$work/apt-$suite/state/lists"/*Packages* 2>/dev/null)" ] || apt-get $options update >&2 || return
  if [ "${sources:-}" = yes ]; then
    (cd "$folder" && apt-get $options --download-only --only-source source "$@" >&2)
  else
    (cd "$folder" && apt-get $options download "$@" >&2)
  fi
}

# system: the C library of Debian 11, for which the archive is linked.
system() {
  local package link target
  fetched bullseye "$work/debian11" libc6-dev libc6 libgcc-10-dev libgcc-s1 libcrypt-dev libcrypt1 || return
  for package in "$work"/debian11/*.deb; do dpkg-deb -x "$package" "$work/system" || return; done
  # Links from the top of the file system would lead to this machine's own library.
  find "$work/system" -type l -lname '/*' | while read -r link; do
    target=$work/system$(readlink "$link")
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$target")" "$link"
  done
}

# What only the linker of Debian 12 knows where to find: static libraries of its packages.
debian=/usr/lib/x86_64-linux-gnu

archive() {
  local old=$work/old-glibc.o name wraps wanted flags=()
  "$tools/clang" -O2 -fPIC -fno-builtin -c "$here/old-glibc.c" -o "$old" || return
  mkdir -p "$work/static" "$work/old" "$stage/lib/podium"
  for name in readline tinfo sqlite3; do cp "$debian/lib$name.a" "$work/static/" || return; done
  cp "$(gcc -print-file-name=libstdc++.a)" "$work/static/"
  # The archive's program holds readline and SQLite, which are not made to be shared: its objects call them by name (late.h).
  for name in CReadline/readline CSQLite/sqlite; do
    "$tools/clang" -O2 -fPIC -D_FORTIFY_SOURCE=3 -DLATE_LINKED -c "$built/Sources/$name.c" -o "$work/${name##*/}.c.o" || return
    instead+=";s|.*/${name/\//\\.build/}\\.c\\.o|$work/${name##*/}.c.o|"
  done
  wraps=$(sed -n 's/^OLD([a-z]*, \([a-z0-9]*\),.*/--wrap=\1/p' "$here/old-glibc.c")
  linked podium "$work/old/podium" "$old" -l:libsqlite3.a -l:libreadline.a -l:libtinfo.a $(printf -- '-Xlinker %s ' $wraps) -L"$work/static" -Xclang-linker "--sysroot=$work/system" \
    -Xclang-linker "--gcc-toolchain=$work/system/usr" || return
  wanted="openblas_get_config $(sed -n 's/.*{"\([a-z_0-9]*\)", &table.*/\1/p' "$built/Sources/COpenBLAS/shim.h" | tr '\n' ' ')"
  printf '{ global: %s local: *; };\n' "$(printf '%s; ' $wanted)" >"$work/openblas.map"
  for name in $wanted; do flags+=("-Wl,-u,$name"); done
  gcc -O2 -fPIC -fno-builtin -shared -o "$stage/lib/podium/libopenblas.so.0" "--sysroot=$work/system" "-B$work/system$debian" \
    "-L$work/system$debian" -Wl,-soname,libopenblas.so.0 "-Wl,--version-script=$work/openblas.map" -Wl,--build-id=none \
    -Wl,-z,now -Wl,--no-undefined "${flags[@]}" $(printf -- '-Wl,%s ' $wraps) "$here/gfortran.c" "$old" "$debian/openblas-pthread/libopenblas.a" -lm -lpthread || return
  strip "$stage/lib/podium/libopenblas.so.0"
  tree "$stage" "" "$work/old" && licences && packed "$stage" "$out/podium-$version-linux-x86_64.tar.xz"
}

# licences: the texts and notices of what the archive holds, and the changelogs of Debian, which name repaired faults.
licences() {
  local package
  mkdir -p "$docs/licences"
  python3 "$here/parts.py" copyright archive "$built" >"$docs/copyright" || return
  cp /usr/share/common-licenses/GPL-3 /usr/share/common-licenses/Apache-2.0 "$docs/licences/"
  cp "$built/.build/checkouts/swift-argument-parser/LICENSE.txt" "$docs/licences/swift-argument-parser.txt"
  fetched bookworm "$work/debian12" libreadline8 libtinfo6 libsqlite3-0 libopenblas0-pthread gcc-12-base tzdata || return
  for package in "$work"/debian12/*.deb; do
    local name=$(dpkg-deb -f "$package" Package)
    dpkg-deb -x "$package" "$work/debian12/$name" || return
    install -D -m 644 "$work/debian12/$name/usr/share/doc/$name/copyright" "$docs/licences/$name.txt"
    [[ $name = gcc-12-base || $name = tzdata ]] || install -D -m 644 "$work/debian12/$name/usr/share/doc/$name/changelog.Debian.gz" "$docs/$name/changelog.Debian.gz"
  done
  mkdir -p "$stage/share" && cp -a "$work/debian12/tzdata/usr/share/zoneinfo" "$stage/share/" || return
  rm -rf "$stage/share/zoneinfo/posix" "$stage/share/zoneinfo/right"
}

# packed FOLDER FILE: the same bytes for the same content.
packed() {
  tar --create --directory="$(dirname "$1")" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --format=gnu "$(basename "$1")" | xz -9e --threads=1 >"$2"
}

source_archive() {
  local folder=$work/source/podium-$version reader=$built/.build/checkouts/swift-argument-parser
  mkdir -p "$folder/parts/swift-argument-parser"
  git -C "$built" archive HEAD | tar -x -C "$folder" || return
  git -C "$reader" archive HEAD | tar -x -C "$folder/parts/swift-argument-parser" || return
  sources=yes fetched bookworm "$folder/parts/readline" readline || return
  packed "$folder" "$out/podium-$version-source.tar.xz"
}

megabytes() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }

if system; then
  archive || stop "the archive cannot be made"
else
  incomplete="the packages of Debian 11 (libc6-dev, libgcc-10-dev and others) cannot be fetched; the .deb files are in $out"
fi
source_archive || stop "the source archive cannot be made: Debian's source of readline is missing"
python3 "$here/parts.py" spdx "$version" "$built" >"$out/podium-$version.spdx.json" || stop "the list of parts cannot be made"
(cd "$out" && sha256sum podium_"$version"_amd64.deb podium-serve_"$version"_amd64.deb podium-"$version"* >SHA256SUMS)
[ -z "${incomplete:-}" ] || stop "$incomplete"
echo ".deb                                $(megabytes "$out/podium_${version}_amd64.deb") (goal 11.5)"
echo ".deb of the service                 $(megabytes "$out/podium-serve_${version}_amd64.deb")"
echo "archive                             $(megabytes "$out/podium-$version-linux-x86_64.tar.xz") (goal 18)"
newest=$(objdump -T "$work/old/podium" "$stage/lib/podium/libopenblas.so.0" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
echo "newest glibc symbol in the archive  ${newest#GLIBC_} (goal 2.28)"
[ "$(printf '%s\n' "${newest#GLIBC_}" 2.28 | sort -V | tail -1)" = 2.28 ] || stop "the archive asks for $newest"
