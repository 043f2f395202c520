import PodiumCore
import PodiumFormats
import PodiumPlugin

/// Reads a text as a file named `t.csv`.
func load(_ text: String, _ options: DelimitedOptions = DelimitedOptions()) throws -> LoadedTable {
  try CSVReader.read(Array(text.utf8), name: "t.csv", options: options)
}

/// The error from reading a text; a special error if reading succeeds.
func failure(_ bytes: [UInt8], _ options: DelimitedOptions = DelimitedOptions()) -> Diagnostic {
  do {
    let rows = try CSVReader.read(bytes, name: "t.csv", options: options).report.rows
    return Diagnostic("no-error", "read \(rows) rows")
  } catch {
    return error
  }
}

func failure(_ text: String, _ options: DelimitedOptions = DelimitedOptions()) -> Diagnostic {
  failure(Array(text.utf8), options)
}

extension LoadedTable {
  /// All cells as the writer would write them; nil is missing.
  var rows: [[String?]] {
    (0..<table.rowCount).map { row in
      table.columns.map { $0[row].isMissing ? nil : $0[row].fileText }
    }
  }

  var types: [ColumnType] { table.columns.map(\.type) }
}

/// One column `x` over the given cells.
func column(_ cells: [String], _ options: DelimitedOptions = DelimitedOptions()) throws -> LoadedTable {
  try load("x,y\n" + cells.map { $0 + ",w\n" }.joined(), options)
}
