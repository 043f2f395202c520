/// A published fault of a library, in a part that podium may call with bytes from a stranger.
///
/// Sources: the advisories of each project; the versions are those of its own releases.
struct KnownFault {
  /// The number of the advisory.
  var number: String
  /// What an attacker gains.
  var effect: String
  /// The releases that are free of it: the last is the first of all later ones, the others are of older series.
  var repaired: [String]
  /// The first release with the fault; nil if all older ones have it.
  var since: String?

  /// Whether a release has the fault, going by its version alone.
  func affects(_ version: String) -> Bool {
    let version = LibraryVersion(version)
    guard !version.numbers.isEmpty else { return false }
    if let since, version < LibraryVersion(since) { return false }
    let free = repaired.map { LibraryVersion($0) }
    guard let newest = free.last, version < newest else { return false }
    return !free.contains { version.isSeries(of: $0) && version >= $0 }
  }
}

extension KnownFault {
  private static func markdown(_ number: String, _ effect: String, repaired: Int) -> KnownFault {
    KnownFault(number: number, effect: effect, repaired: ["0.29.0.gfm.\(repaired)"])
  }

  /// The faults that the doctor looks for, by the name of the library.
  static let all: [String: [KnownFault]] = [
    "SQLite": [
      KnownFault(number: "CVE-2022-35737", effect: "overflow by a very long text", repaired: ["3.39.2"]),
      KnownFault(number: "CVE-2025-3277", effect: "overflow in concat_ws", repaired: ["3.49.1"], since: "3.44.0"),
      KnownFault(number: "CVE-2025-6965", effect: "memory damage by a crafted query", repaired: ["3.50.2"]),
    ],
    "zlib": [
      KnownFault(number: "CVE-2018-25032", effect: "memory damage while compressing", repaired: ["1.2.12"]),
      KnownFault(number: "CVE-2022-37434", effect: "overflow by a gzip header", repaired: ["1.2.13"]),
    ],
    "libcurl": [
      KnownFault(
        number: "CVE-2023-38545", effect: "overflow through a SOCKS proxy", repaired: ["8.4.0"], since: "7.69.0"),
      KnownFault(number: "CVE-2024-2398", effect: "memory leak by HTTP/2 pushes", repaired: ["8.7.0"], since: "7.44.0"),
      KnownFault(
        number: "CVE-2024-7264", effect: "out-of-range read of a certificate", repaired: ["8.9.1"], since: "7.32.0"),
    ],
    "cmark-gfm": [
      markdown("CVE-2023-22483", "quadratic time", repaired: 7),
      markdown("CVE-2023-22484", "quadratic time", repaired: 7),
      markdown("CVE-2023-22485", "out-of-range read", repaired: 7),
      markdown("CVE-2023-22486", "quadratic time", repaired: 7),
      markdown("CVE-2023-24824", "quadratic time", repaired: 10),
      markdown("CVE-2023-26485", "quadratic time", repaired: 10),
      markdown("CVE-2023-37463", "quadratic time", repaired: 12),
    ],
    "librsvg": [
      KnownFault(
        number: "CVE-2023-38633", effect: "reads files outside its folder",
        repaired: ["2.46.6", "2.48.11", "2.50.8", "2.52.10", "2.54.6", "2.55.3", "2.56.3"])
    ],
    "OpenBLAS": [
      KnownFault(number: "CVE-2021-4048", effect: "out-of-range read in LAPACK", repaired: ["0.3.18"])
    ],
  ]
}
