#!/usr/bin/env python3
"""What goes with the packages: parts.py copyright PACKAGE CHECKOUT | spdx VERSION CHECKOUT | changelog PACKAGE CHECKOUT.

The parts have versions, licences and origins. PACKAGE is podium, podium-serve or archive; CHECKOUT is the folder that was built. Versions are those of what was linked.
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import textwrap

SWIFT = "Apache-2.0 WITH Swift-exception"
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
YEAR = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc).year
OWN = ("podium", "Apache-2.0", "the contributors of podium")

# Name, Debian package of what is linked, licence, where it is in: the archive alone, or all.
DEBIAN = [
    ("libgcc", "libgcc-12-dev", GCC, "all", "Free Software Foundation, Inc."),
    ("libstdc++", "libstdc++-12-dev", GCC, "all", "Free Software Foundation, Inc."),
    ("readline", "libreadline-dev", "GPL-3.0-or-later", "archive", "Free Software Foundation, Inc."),
    ("ncurses", "libncurses-dev", "X11-distribute-modifications-variant", "archive", "Thomas E. Dickey and the FSF"),
    ("SQLite", "libsqlite3-dev", "blessing", "archive", "none: SQLite is in the public domain"),
    ("tz database", "tzdata", "LicenseRef-public-domain", "archive", "none: it is in the public domain"),
    ("OpenBLAS", "libopenblas-pthread-dev", "BSD-3-Clause", "archive", "The OpenBLAS Project"),
]
# What Debian has the texts of, by the name in a file of copyrights.
COMMON = {"Apache-2.0": "Apache-2.0", "GPL-3.0-or-later": "GPL-3"}
# Elsewhere the text is in a package of Debian.
TEXTS = {
    "GCC-exception-3.1": "gcc-12-base", "X11-distribute-modifications-variant": "ncurses-base", "blessing": "libsqlite3-0",
    "BSD-3-Clause": "libopenblas0-pthread", "LicenseRef-public-domain": "tzdata",
}


def printed(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def swift_version():
    first = printed("swift", "--version").splitlines()
    return next(line for line in first if "Swift version" in line).split("Swift version ")[1].split()[0]


def pinned(checkout):
    """The packages of Package.resolved: name, version, licence, address."""
    pins = json.loads((checkout / "Package.resolved").read_text())["pins"]
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        folder = checkout / ".build/checkouts" / os.path.basename(pin["location"]).removesuffix(".git")
        text = next((file.read_text() for file in sorted(folder.glob("LICENSE*"))), "")
        if "Apache License" not in text:
            sys.exit(f"parts.py: the licence of {pin['identity']} is not known: look at {folder.name}")
        licence = SWIFT if "Runtime Library Exception" in text else "Apache-2.0"
        yield pin["identity"], pin["state"]["version"], licence, pin["location"]


def parts(package, checkout):
    """Name, version, licence, address and holder of each part but podium itself."""
    for name, version, licence, address in pinned(checkout):
        if package == "podium-serve" or name == "swift-argument-parser":
            yield name, version, licence, address, "the authors of " + name
    yield "Swift runtime", swift_version(), SWIFT, "https://github.com/swiftlang/swift", "Apple Inc. and the Swift project authors"
    for name, debian, licence, place, holder in DEBIAN:
        if place == "all" or package == "archive":
            version = printed("dpkg-query", "--show", "--showformat=${Version}", debian)
            yield name, version, licence, "https://tracker.debian.org/pkg/" + printed(
                "dpkg-query", "--show", "--showformat=${source:Package}", debian), holder


def text(licence, checkout):
    if licence in COMMON:
        return f"On Debian systems the text is in /usr/share/common-licenses/{COMMON[licence]}."
    if licence in TEXTS:
        return f"The text is in Debian's package {TEXTS[licence]}: /usr/share/doc/{TEXTS[licence]}/copyright."
    whole = (checkout / ".build/checkouts/swift-argument-parser/LICENSE.txt").read_text()
    return whole[whole.index("Runtime Library Exception"):].strip()


def indented(text):
    return "\n".join(" " + (line.strip() or ".") for line in text.splitlines())


def copyrights(package, checkout):
    print("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: podium\nComment:")
    print(" podium's own source is under the Apache License 2.0. Its programs use readline, which is under the GPL 3 or")
    print(" later, so that the programs as a whole are passed on under the GPL 3 or later. Each part that is in them:")
    rows = [("*", OWN[1], OWN[2])] + [(part[0], part[2], part[4]) for part in parts(package, checkout)]
    for name, licence, holder in rows:
        files = "*" if name == "*" else name.replace(" ", "-") + "/*"
        print(f"\nFiles: {files}\nCopyright: {YEAR} {holder}\nLicense: {licence.replace(' WITH ', ' with ')}")
        for notice in [] if name == "*" else sorted((checkout / ".build/checkouts").glob(f"{name}/NOTICE*")):
            print("Comment:\n" + indented(notice.read_text()))
    for licence in sorted({row[1] for row in rows}):
        print("\nLicense: " + licence.replace(" WITH ", " with "))
        print("\n .\n".join(indented(text(name, checkout)) for name in licence.split(" WITH ")))


def changelog(package, checkout):
    """CHANGELOG.md as Debian writes it."""
    maintainer = next(
        line.split(": ")[1] for line in (pathlib.Path(__file__).parent / "podium.control").read_text().splitlines()
        if line.startswith("Maintainer"))
    for section in (checkout / "CHANGELOG.md").read_text().split("\n## ")[1:]:
        head, _, body = section.partition("\n")
        version, _, day = head.partition(" (")
        if not day:
            continue
        print(f"{package} ({version}) stable; urgency=medium\n")
        for item in body.strip().removeprefix("- ").split("\n- "):
            print(textwrap.fill(" ".join(item.split()), 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False))
        date = datetime.datetime.strptime(day, "%Y-%m-%d)").strftime("%a, %d %b %Y 00:00:00 +0000")
        print(f"\n -- {maintainer}  {date}\n")


def spdx(version, checkout):
    commit = os.environ["PODIUM_COMMIT"]
    day = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)

    def package(name, version, licence, address, number):
        return {
            "SPDXID": f"SPDXRef-{number}", "name": name, "versionInfo": version, "downloadLocation": address,
            "filesAnalyzed": False, "licenseDeclared": licence,
            "licenseConcluded": "GPL-3.0-or-later" if name == "podium" else licence, "copyrightText": "NOASSERTION",
        }

    rows = {row[0]: row[:4] for kind in ("archive", "podium-serve") for row in parts(kind, checkout)}
    packages = [package("podium", f"{version} ({commit})", OWN[1], "NOASSERTION", "podium")]
    packages += [package(*row, f"part-{number}") for number, row in enumerate(rows.values(), 1)]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-podium"}]
    relations += [
        {"spdxElementId": "SPDXRef-podium", "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
        for part in packages[1:]
    ]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"podium-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/podium-{version}-{commit}",
        "creationInfo": {"created": day.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: podium-package"]},
        "hasExtractedLicensingInfos": [
            {"licenseId": "LicenseRef-public-domain", "extractedText": "The tz database is in the public domain."}],
        "packages": packages, "relationships": relations,
    }
    print(json.dumps(document, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    kind, name, checkout = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    {"copyright": copyrights, "changelog": changelog, "spdx": spdx}[kind](name, checkout)
