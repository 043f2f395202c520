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
    if let found = library.version {
      add("libraries", library.name, found)
    } else {
      add(
        "libraries", library.name, "missing, needed for \(library.use): apt-get install \(library.package)",
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
