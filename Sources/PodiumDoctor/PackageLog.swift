internal import PodiumCore
internal import PodiumFiles
internal import PodiumFormats

/// The changelog of an installed Debian package, which names the faults that the distribution has repaired.
///
/// Debian keeps a library's version for years and repairs it there, so that the version alone says too little.
struct PackageLog {
  /// What it says; nil where it is not installed, as in most container images.
  private let text: String?

  /// `isOwn` says that podium's archive brings the library: its changelog comes with it.
  init(package: String, isOwn: Bool) {
    let docs = isOwn ? ProgramFile.prefix?.joined("share/doc/podium").text : "/usr/share/doc"
    let path = FilePath.join(docs ?? "/usr/share/doc", "\(package)/changelog.Debian.gz")
    let bytes = try? DiskFiles().read(path, shown: path)
    text = bytes.flatMap { try? SystemText.unpacked($0, name: path) }.map { String(decoding: $0, as: UTF8.self) }
  }

  init(text: String?) { self.text = text }

  /// The text can be read.
  var isKnown: Bool { text != nil }

  /// Whether the package has a repair of a fault, by the fault's number.
  func repairs(_ number: String) -> Bool {
    guard let text else { return false }
    var rest = text[...]
    while let place = rest.firstRange(of: number) {
      rest = rest[place.upperBound...]
      // CVE-2021-4048 is not CVE-2021-40481.
      if rest.first?.isNumber != true { return true }
    }
    return false
  }
}
