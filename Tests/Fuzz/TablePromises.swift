import PodiumCore
import PodiumFormats
import PodiumPlugin

/// What must hold for every table from any importer.
enum TablePromises {
  /// It is consistent, and it is read back the same after it is written as CSV.
  static func check(_ loaded: ImportedTable) {
    let table = loaded.table
    for column in table.columns {
      FuzzCheck.that(column.count == table.rowCount, "a column has the table's rows")
      if let categories = column.categorical {
        let count = Int32(clamping: categories.levels.count)
        FuzzCheck.that(categories.codes.allSatisfy { $0 >= -1 && $0 < count }, "a code has its category")
      }
    }
    // CSV has no empty names.
    guard !table.columns.isEmpty, !table.names.contains(""), table.rowCount <= 2000 else { return }
    // A row of names is left out, as in files that were joined, and the report says so.
    let names = table.names
    guard !(0..<table.rowCount).contains(where: { row in table.columns.map { $0[row].fileText } == names }) else {
      return
    }
    readsBack(table)
  }

  /// An error has a message of one line.
  static func check(_ error: Diagnostic) {
    FuzzCheck.that(!error.code.isEmpty && !error.message.isEmpty, "an error has a code and a message")
  }

  private static func readsBack(_ table: Table) {
    var options = DelimitedOptions(delimiter: 0x2C, header: true, quotedMissing: false, encoding: .utf8)
    for column in table.columns {
      options.types[column.name] = column.type
      if let categories = column.categorical { options.levels[column.name] = categories.levels }
    }
    let written = CSVWriter.write(table)
    // No text file contains a NUL byte; JSON and workbooks can specify one.
    if written.contains(0) { return }
    do throws(Diagnostic) {
      let again = try CSVReader.read(written, name: "t.csv", options: options).table
      for (one, other) in zip(table.columns, again.columns) {
        FuzzCheck.that(one.name == other.name, "the name '\(one.name)' reads back, not as '\(other.name)'")
        FuzzCheck.that(one.values == other.values, "column '\(one.name)' of \(one.type) reads back from CSV")
      }
      FuzzCheck.that(table.columns.count == again.columns.count, "as many columns read back from CSV")
    } catch {
      FuzzCheck.that(false, "what was written as CSV reads back, not \(error.code): \(error.message)")
    }
  }
}
