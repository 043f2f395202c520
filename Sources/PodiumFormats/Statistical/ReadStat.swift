internal import CReadStat
internal import PodiumCore

/// ReadStat, which reads and writes the files of Stata, SPSS and SAS.
///
/// A handle is cheap to make and to pass to any thread.
struct ReadStat: Sendable {
  let table: crd_table

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = Result { () throws(Diagnostic) in try open() }

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> ReadStat { try loaded.get() }

  static func open(_ library: SystemLibrary = .readStat) throws(Diagnostic) -> ReadStat {
    var table = crd_table()
    try library.load { crd_load($0, &table) }
    return ReadStat(table: table)
  }

  /// What an error of the library means, in its own words.
  func message(_ error: Int32) -> String { table.message(error).map { String(cString: $0) } ?? "error \(error)" }

  /// A text of the library; empty for none.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
