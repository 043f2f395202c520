public import PodiumCore
internal import PodiumPlugin

/// The time zones of the machine's IANA database (the Debian package tzdata).
public enum SystemZones {
  /// The system's; in an archive for bare machines, its own where the system has none.
  private static let folder: String = {
    let system = "/usr/share/zoneinfo"
    guard DiskFiles().kind(of: system) != .folder else { return system }
    return ProgramFile.prefix?.joined("share/zoneinfo").text ?? system
  }()

  /// The rules of a zone by its name (`Europe/Stockholm`).
  ///
  /// Throws `unknown-time-zone` for a name that the database does not have, and `no-zones` where it is not installed.
  public static func rules(_ name: String) throws(Diagnostic) -> ZoneRules {
    let files = DiskFiles()
    guard files.kind(of: folder) == .folder else { throw .noZones }
    let path = FilePath.join(folder, name)
    // The name is typed, or from a file: it may lead nowhere but to a zone, and to the same one on every machine.
    guard isName(name), name != "localtime", files.kind(of: path) == .file else {
      throw Diagnostic.unknown("time zone", name, among: names(files), help: "name it as in Europe/Stockholm")
    }
    return try ZoneRules(files.read(path, shown: name))
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 60 && FilePath.isSame(FilePath.joined(FilePath(name).names), name)
      && FilePath(name).names.allSatisfy { part in
        part.first?.isLetter == true
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
      }
  }

  /// The names of the zones that are in use today, for a suggestion.
  private static func names(_ files: DiskFiles) -> [String] {
    guard let bytes = try? files.read(FilePath.join(folder, "zone1970.tab"), shown: "zone1970.tab") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t")
      return line.first == "#" || cells.count < 3 ? nil : String(cells[2])
    }
  }
}
