internal import CReadStat
internal import PodiumCore

/// Writes a table as a file of Stata or SPSS: categories as labelled codes, days and moments in the format's own count.
///
/// Names that the format does not allow are changed, and kept as the columns' labels. The file has no time of its own, so the
/// same table gives the same bytes. A class, since checking the moves of a structure takes the compiler 8 s.
final class StatWriter {
  enum Kind: Sendable {
    case stata, spss
  }

  private let library: ReadStat
  private let writer: UnsafeMutableRawPointer
  private let kind: Kind
  private let output = StatOutput()

  /// The bytes of the file.
  ///
  /// Throws `missing-library`, and `not-representable` for what the format has no place for.
  static func write(_ table: Table, as kind: Kind) throws(Diagnostic) -> [UInt8] {
    let library = try ReadStat.load()
    guard let writer = library.table.writer() else {
      throw Diagnostic("too-large", "the table needs more memory than there is", help: "free memory")
    }
    let made = StatWriter(library: library, writer: writer, kind: kind)
    return try made.write(table)
  }

  private init(library: ReadStat, writer: UnsafeMutableRawPointer, kind: Kind) {
    (self.library, self.writer, self.kind) = (library, writer, kind)
  }

  deinit { library.table.writer_free(writer) }

  private func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    let functions = library.table
    _ = functions.on_write(writer) { bytes, count, context in
      guard let context, let bytes else { return -1 }
      let output = Unmanaged<StatOutput>.fromOpaque(context).takeUnretainedValue()
      output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    _ = functions.set_time(writer, 0)
    let names = StatName.names(of: table.columns.map(\.name), kind)
    var columns: [StatCells] = []
    for (column, name) in zip(table.columns, names) { columns.append(try declare(column, name)) }
    let context = Unmanaged.passUnretained(output).toOpaque()
    return try withExtendedLifetime(output) { () throws(Diagnostic) in
      let rows = table.rowCount
      try check(
        kind == .stata ? functions.begin_dta(writer, context, rows) : functions.begin_sav(writer, context, rows))
      for row in 0..<rows {
        if Cancellation.stopsWork(at: row) { throw Diagnostic.interrupted }
        try check(functions.begin_row(writer))
        for column in columns { try check(put(column, row)) }
        try check(functions.end_row(writer))
      }
      try check(functions.end(writer))
      return output.bytes
    }
  }

  private func check(_ code: Int32) throws(Diagnostic) {
    guard code != CRD_OK else { return }
    throw Diagnostic(
      "not-representable", "the table cannot be a file of \(kind == .stata ? "Stata" : "SPSS")",
      help: "write .csv or .xlsx", cause: library.message(code))
  }

  // MARK: Columns

  /// A declared column and how its cells are written.
  private struct StatCells {
    var variable: UnsafeMutableRawPointer
    var form: StatShape.Form
    /// The texts outside of the rows, one a row.
    var long: [UnsafeMutableRawPointer?] = []
  }

  private func declare(_ column: Column, _ name: String) throws(Diagnostic) -> StatCells {
    let shape = try StatShape(column, kind)
    let functions = library.table
    let type: (Int32, Int) =
      switch shape.form {
      case .int8: (CRD_INT8, 0)
      case .int16: (CRD_INT16, 0)
      case .int32: (CRD_INT32, 0)
      case .double: (CRD_DOUBLE, 0)
      case .text(let texts): (CRD_STRING, max(1, texts.lazy.compactMap { $0?.utf8.count }.max() ?? 1))
      case .long: (CRD_STRING_REF, 0)
      }
    guard let variable = functions.add_variable(writer, name, type.0, type.1) else {
      throw Diagnostic("too-large", "the table needs more memory than there is", help: "free memory")
    }
    if name != column.name { functions.set_label(variable, column.name) }
    if let format = shape.format { functions.set_format(variable, format) }
    if kind == .spss { functions.set_measure(variable, shape.measure) }
    if !shape.labels.isEmpty {
      let list = functions.add_labels(writer, CRD_INT32, name)
      for (code, label) in shape.labels { functions.add_label(list, code, label) }
      functions.set_labels(variable, list)
    }
    return StatCells(variable: variable, form: shape.form, long: long(shape.form))
  }

  /// The places of texts outside of the rows: the library must know them before the first row, and equal ones share one.
  private func long(_ form: StatShape.Form) -> [UnsafeMutableRawPointer?] {
    guard case .long(let texts) = form else { return [] }
    var places: [String: UnsafeMutableRawPointer?] = [:]
    return texts.map { text in
      let text = text ?? ""
      if let known = places[text] { return known }
      let place = library.table.add_long(writer, text)
      places[text] = place
      return place
    }
  }

  private func put(_ cells: StatCells, _ row: Int) -> Int32 {
    let functions = library.table
    switch cells.form {
    case .int8(let values):
      guard let value = values[row] else { return functions.put_missing(writer, cells.variable) }
      return functions.put_int8(writer, cells.variable, Int8(clamping: value))
    case .int16(let values):
      guard let value = values[row] else { return functions.put_missing(writer, cells.variable) }
      return functions.put_int16(writer, cells.variable, Int16(clamping: value))
    case .int32(let values):
      guard let value = values[row] else { return functions.put_missing(writer, cells.variable) }
      return functions.put_int32(writer, cells.variable, Int32(clamping: value))
    case .double(let values):
      return values[row].isNaN
        ? functions.put_missing(writer, cells.variable) : functions.put_double(writer, cells.variable, values[row])
    case .text(let texts): return functions.put_string(writer, cells.variable, texts[row] ?? "")
    case .long: return functions.put_long(writer, cells.variable, cells.long[row])
    }
  }
}

private final class StatOutput {
  var bytes: [UInt8] = []
}
