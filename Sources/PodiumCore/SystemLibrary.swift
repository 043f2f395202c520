internal import Glibc

/// A C library that is loaded on first use: its files, its Debian package, and what needs it.
///
/// An installed program looks in `PREFIX/lib/podium` first, by path: the archive for machines without a package manager brings
/// a library there.
public struct SystemLibrary: Sendable, Equatable {
  /// What people call it.
  public var name: String
  /// Its files, without a folder: the loader knows where the distribution puts them. The first that opens is taken.
  public var files: [String]
  /// The Debian package, of the oldest release that podium supports.
  public var package: String
  /// What needs it, after "is needed for".
  public var use: String
  /// What else the user can do, after "or".
  public var other: String?

  public init(name: String, files: [String], package: String, use: String, other: String? = nil) {
    (self.name, self.files, self.package, self.use, self.other) = (name, files, package, use, other)
  }

  public static let openBLAS = SystemLibrary(
    name: "OpenBLAS", files: ["libopenblas.so.0"], package: "libopenblas0-pthread", use: "matrix arithmetic")
  public static let readline = SystemLibrary(
    name: "readline", files: ["libreadline.so.8"], package: "libreadline8", use: "the prompt",
    other: "give the commands as a file: podium run FILE")
  public static let sqlite = SystemLibrary(
    name: "SQLite", files: ["libsqlite3.so.0"], package: "libsqlite3-0", use: "the workspace")
  public static let zlib = SystemLibrary(
    name: "zlib", files: ["libz.so.1"], package: "zlib1g", use: "compressed files")
  public static let curl = SystemLibrary(
    name: "libcurl", files: ["libcurl.so.4"], package: "libcurl4", use: "web addresses",
    other: "download the file with another program and load it")
  public static let readStat = SystemLibrary(
    name: "ReadStat", files: ["libreadstat.so.1"], package: "libreadstat1", use: "files of Stata, SPSS and SAS",
    other: "save the data as .csv in the program that wrote them")
  /// Debian 12 has the version .6, Debian 13 has .13.
  public static let markdown = SystemLibrary(
    name: "cmark-gfm", files: ["13", "12", "10", "6"].map { "libcmark-gfm-extensions.so.0.29.0.gfm.\($0)" },
    package: "libcmark-gfm-extensions0.29.0.gfm.6", use: "HTML pages of notebooks")
  public static let rsvg = SystemLibrary(
    name: "librsvg", files: ["librsvg-2.so.2"], package: "librsvg2-2", use: "PNG and PDF of pictures",
    other: "write an SVG: to FILE.svg")
  public static let zeroMQ = SystemLibrary(
    name: "libzmq", files: ["libzmq.so.5"], package: "libzmq5", use: "the Jupyter kernel")

  /// The files to try, in this order: those that come with the program, by path, then those of the system, by name.
  public var candidates: [String] {
    let own = ProgramFile.prefix.map { prefix in files.map { prefix.joined("lib/podium").joined($0).text } } ?? []
    return own.filter { access($0, F_OK) == 0 } + files
  }

  /// Loads it: `load` opens a file, and returns nil or the system's reason.
  ///
  /// Throws `missing-library` with the reason for the first candidate.
  public func load(_ load: (String) -> UnsafePointer<CChar>?) throws(Diagnostic) {
    var first: String?
    for file in candidates {
      guard let reason = load(file) else { return }
      first = first ?? String(cString: reason)
    }
    throw missing(first)
  }

  /// That it is missing or cannot be used, and why.
  public func missing(_ reason: String?) -> Diagnostic {
    Diagnostic(
      "missing-library", "the library \(name), which is needed for \(use), cannot be loaded",
      help: "install the Debian package '\(package)'" + (other.map { ", or " + $0 } ?? ""), cause: reason
    ).ofMachine()
  }
}
