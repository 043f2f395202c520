internal import PodiumCore

/// Signatures of other formats, so that such files are named instead of read as text.
enum ForeignContent {
  /// A format by its first bytes.
  private struct Mark {
    let bytes: [UInt8]
    let name: String
    let help: String

    init(_ bytes: [UInt8], _ name: String, _ help: String) {
      self.bytes = bytes
      self.name = name
      self.help = help
    }

    init(_ text: String, _ name: String, _ help: String) { self.init(Array(text.utf8), name, help) }

    /// Letters may also begin a text: such a signature counts only if bytes follow that text does not contain.
    func isMeant(_ all: [UInt8]) -> Bool {
      guard bytes.count < 6, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return true }
      return all.prefix(4096).contains { $0 < 0x09 || ($0 > 0x0D && $0 < 0x20) }
    }
  }

  private static let marks: [Mark] = [
    Mark(
      "PK\u{3}\u{4}", "a ZIP archive or a workbook", "format=xlsx reads an Excel workbook; unpack other archives"),
    Mark(
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Excel file or an encrypted workbook",
      ForeignFormat.toXLSX),
    Mark("SQLite format 3\u{0}", "an SQLite database", "format=sqlite reads it"),
    Mark("PAR1", "a Parquet file", ForeignFormat.byPlugin),
    Mark("ARROW1", "an Arrow file", ForeignFormat.byPlugin),
    Mark("FEA1", "a Feather file", ForeignFormat.byPlugin),
    Mark("$FL2", "an SPSS file", "format=stat reads it"),
    Mark("$FL3", "an SPSS file", "format=stat reads it"),
    Mark("<stata_dta>", "a Stata file", "format=stat reads it"),
    Mark("RDX", "an R workspace", ForeignFormat.byR),
    Mark("X\n\u{0}\u{0}\u{0}", "an R object", ForeignFormat.byR),
    Mark([0x89, 0x48, 0x44, 0x46], "an HDF5 file", ForeignFormat.byPandas("hdf")),
    Mark("Obj\u{1}", "an Avro file", "convert it to JSON Lines, for example with avro-tools tojson"),
    Mark("ORC", "an ORC file", ForeignFormat.byPandas("orc")),
    Mark("%PDF-", "a PDF document", "copy the table into a CSV file"),
    Mark([0x89, 0x50, 0x4E, 0x47], "a PNG image", "load the data that the image was made from"),
    Mark([0xFF, 0xD8, 0xFF], "a JPEG image", "load the data that the image was made from"),
    Mark("GIF8", "a GIF image", "load the data that the image was made from"),
    Mark("BZh", "compressed by bzip2", "unpack it first: bunzip2 FILE"),
    Mark([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed by xz", "unpack it first: unxz FILE"),
    Mark([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd", "unpack it first: unzstd FILE"),
  ]

  /// The name of the foreign format whose signature the bytes have.
  static func name(of bytes: [UInt8]) -> String? { mark(of: bytes)?.name }

  private static func mark(of bytes: [UInt8]) -> Mark? {
    marks.first { bytes.starts(with: $0.bytes) && $0.isMeant(bytes) }
  }

  /// Whether no built-in importer reads bytes with this signature; ZIP archives may be workbooks.
  static func isUnread(_ bytes: [UInt8]) -> Bool {
    guard let mark = mark(of: bytes), StatKind(start: bytes) == nil else { return false }
    return mark.bytes != sqlite && mark.bytes != [0x50, 0x4B, 3, 4]
  }

  /// Read by the importer of another target.
  private static let sqlite = Array("SQLite format 3\u{0}".utf8)

  /// Throws `foreign-format` for bytes that clearly have another format than the requested one.
  static func refuse(_ bytes: [UInt8], name: String, as wanted: String?) throws(Diagnostic) {
    guard let mark = mark(of: bytes) else { return }
    throw Diagnostic(
      "foreign-format", "'\(name)' is \(mark.name), " + (wanted.map { "not \($0)" } ?? "which podium does not read"),
      help: mark.help)
  }
}
