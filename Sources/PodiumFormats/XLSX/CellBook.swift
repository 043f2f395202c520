internal import PodiumCore
internal import PodiumPlugin

/// The sheets of a workbook, of Excel or of OpenDocument.
enum CellBook {
  case excel(Workbook)
  case open(OpenDocument)

  /// Throws what `Workbook` and `OpenDocument` throw.
  init(_ bytes: [UInt8], name: String, cancellation: Cancellation) throws(Diagnostic) {
    let archive = try ZipArchive(bytes, name: name, cancellation: cancellation)
    self = OpenDocument.isOne(archive) ? .open(try OpenDocument(archive)) : .excel(try Workbook(archive))
  }

  /// The sheets in order.
  var sheets: [Workbook.Sheet] {
    switch self {
    case .excel(let workbook): workbook.sheets
    case .open(let document): document.sheets
    }
  }

  /// The cells of a sheet; `asShown` gives those that a number format of Excel writes as another text as texts.
  mutating func cells(
    of sheet: Workbook.Sheet, range: CellRange, asShown: Bool = false, budget: ReadBudget, cancellation: Cancellation
  ) throws(Diagnostic) -> Sheet {
    switch self {
    case .excel(var workbook):
      let bytes = try workbook.bytes(of: sheet)
      self = .excel(workbook)
      return try Sheet(
        bytes, name: FilePath.join(workbook.archive.name, sheet.path), workbook: workbook,
        range: range, asShown: asShown, cancellation: cancellation)
    case .open(let document):
      return try document.cells(of: sheet, range: range, budget: budget, cancellation: cancellation)
    }
  }
}
