public import PodiumCore

/// The cells of one sheet of a file as texts, before any row is taken for names.
public struct CellSheet: Sendable, Equatable {
  /// A row; one without cells is blank, and stands for all blank rows that follow each other.
  public struct Row: Sendable, Equatable {
    /// The line of the file, or the row of the sheet, from 1.
    public var line: Int
    public var cells: [String]

    public init(line: Int, cells: [String]) { (self.line, self.cells) = (line, cells) }
  }

  /// The name of a workbook's sheet or of a page's table; nil where the file has no sheets.
  public var name: String?
  public var isHidden: Bool
  /// The column of the first cell of each row, from 0.
  public var firstColumn: Int
  public var rows: [Row]

  public init(_ name: String? = nil, isHidden: Bool = false, firstColumn: Int = 0, rows: [Row]) {
    (self.name, self.isHidden, self.firstColumn, self.rows) = (name, isHidden, firstColumn, rows)
  }
}

extension ImportContext {
  /// Without a reader of its own, the one sheet of its cells.
  public func sheets(of file: String) throws(Diagnostic) -> [CellSheet] {
    [CellSheet(rows: try cells(of: file).enumerated().map { CellSheet.Row(line: $0 + 1, cells: $1) })]
  }
}
