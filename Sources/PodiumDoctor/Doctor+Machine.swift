import Glibc
internal import PodiumCore

extension Doctor {
  /// The program: its version, its compiler, and its file if known.
  public mutating func addProgram(version: String, file: String?) {
    add("program", "podium", version)
    add("program", "built with", "Swift " + Doctor.compiler)
    add("program", "file", file.map(shown) ?? "unknown")
  }

  /// The libraries that podium uses, with their versions.
  public mutating func addLibraries() {
    for library in DynamicLibrary.all { look(for: library) }
  }

  /// The libraries that are older than the repair of a published fault.
  ///
  /// It is not a problem of the session: podium bounds what it passes to these libraries, and a Debian release may have
  /// nothing newer. A repair by the distribution counts if the changelog of the package names it.
  public mutating func addKnownFaults() {
    let before = findings.count
    for library in DynamicLibrary.all {
      guard let found = library.found else { continue }
      let log = PackageLog(package: library.library.package, isOwn: found.place != nil)
      if let text = Doctor.text(of: library.faults(of: found.version, log: log), isLogKnown: log.isKnown) {
        add("known faults", library.name, text)
      }
    }
    if findings.count == before {
      add("known faults", "none", "each library is newer than the faults that podium knows")
    }
  }

  /// The faults of one library in one line, with the release that is free of all of them; nil if there are none.
  static func text(of faults: [KnownFault], isLogKnown: Bool) -> String? {
    let repaired = faults.compactMap(\.repaired.last).max { LibraryVersion($0) < LibraryVersion($1) }
    guard let repaired else { return nil }
    var effects: [String] = []
    for fault in faults where !effects.contains(fault.effect) { effects.append(fault.effect) }
    let list = effects.map { effect in
      effect + " (" + faults.filter { $0.effect == effect }.map(\.number).joined(separator: ", ") + ")"
    }
    let doubt = isLogKnown ? "" : "; a repair by the distribution would not show, since its changelog is not installed"
    return list.joined(separator: ", ") + "; repaired in " + repaired + doubt
  }

  private static var compiler: String {
    #if swift(>=6.4)
      "6.4 or newer"
    #elseif swift(>=6.3)
      "6.3"
    #else
      "6.2 or older"
    #endif
  }

  private mutating func look(for library: DynamicLibrary) {
    if let found = library.found {
      add("libraries", library.name, found.version + (found.place.map { ", " + shown($0) } ?? ""))
    } else {
      let needed = library.library
      add(
        "libraries", library.name, "missing, needed for \(needed.use): apt-get install \(needed.package)",
        isBroken: true)
    }
  }

  /// The system, the processor and its number of threads.
  public mutating func addMachine() {
    var system = utsname()
    uname(&system)
    add("machine", "system", Doctor.text(of: system.sysname) + " " + Doctor.text(of: system.release))
    add("machine", "processor", Doctor.text(of: system.machine))
    add("machine", "threads", String(Parallel.processors))
  }

  /// The text in one of the arrays of `uname`, which Swift imports as a tuple.
  private static func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
