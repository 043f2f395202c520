internal import CReadStat
internal import PodiumCore
internal import PodiumPlugin

/// The content of a file of Stata, SPSS or SAS, as ReadStat hands it over.
struct StatFile {
  struct Variable {
    var name: String
    var label: String
    /// How its values are displayed, which tells days from numbers.
    var format: String
    /// The name of its labels; empty for none.
    var labels: String
    var isWhole: Bool
    var isText: Bool
    /// Whether SPSS calls its values ordered.
    var isOrdinal: Bool
    /// The numbers that SPSS calls missing.
    var missing: [ClosedRange<Double>]
    /// The values of a column of numbers; not a number for missing ones.
    var numbers: [Double] = []
    /// The values of a column of texts; nil for empty ones.
    var texts: [String?] = []
    /// How many cells hold each code for a missing value.
    var codes: [Code: Int] = [:]

    func isMissing(_ number: Double) -> Bool { missing.contains { $0.contains(number) } }
  }

  /// A code for a missing value: a number, a text, or the letter of a missing value.
  enum Code: Hashable {
    case number(Double)
    case text(String)
    case letter(UInt8)
  }

  let kind: StatKind
  var version = 0
  /// The sentence that describes the file.
  var label = ""
  var variables: [Variable] = []
  /// The labels of values by the name of their list, in order.
  var labels: [String: [(code: Code, label: String)]] = [:]
  var rowCount = 0
}

/// Receives what ReadStat reads, on the thread that called it.
final class StatInput {
  var file: StatFile
  private let library: ReadStat
  private let bytes: [UInt8]
  private let name: String
  private let budget: ReadBudget
  private let cancellation: Cancellation
  private var place = 0
  /// Why reading was given up.
  private var failure: Diagnostic?

  private init(
    _ bytes: [UInt8], name: String, kind: StatKind, library: ReadStat, budget: ReadBudget, cancellation: Cancellation
  ) {
    (self.bytes, self.name, self.library) = (bytes, name, library)
    (self.budget, self.cancellation) = (budget, cancellation)
    file = StatFile(kind: kind)
  }

  /// Reads a whole file; `encoding` is that of its texts, if it does not say so itself.
  ///
  /// Throws `missing-library`, `damaged-file`, `too-large` and `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, kind: StatKind, encoding: String?, budget: ReadBudget, cancellation: Cancellation
  ) throws(Diagnostic) -> StatFile {
    let library = try ReadStat.load()
    if kind == .stata, bytes.first == 0x3C {
      let end = bytes.suffix(200).reversed().drop { $0 <= 0x20 }
      // What is missing at the end are often the labels of values, without which the file could be read.
      guard end.starts(with: "</stata_dta>".utf8.reversed()) else {
        throw Diagnostic(
          "damaged-file", "'\(name)' ends before the end of a file of Stata", help: "copy or download it again")
      }
    }
    // ReadStat keeps 32 bits of the number, and each row takes at least one byte.
    if kind == .sas, let rows = SASHeader(bytes)?.rows, rows > bytes.count {
      throw Diagnostic(
        "damaged-file", "'\(name)' says that it has \(rows) rows, more than its \(bytes.count.counted("byte")) hold",
        help: "copy or download it again")
    }
    let input = StatInput(
      bytes, name: name, kind: kind, library: library, budget: budget, cancellation: cancellation)
    let code = try input.run(encoding)
    if let failure = input.failure { throw failure }
    guard code == CRD_OK else {
      // An encoding that is not known, and a text that is not in it.
      let isEncoding = [7, 16].contains(code)
      throw Diagnostic(
        "damaged-file", "'\(name)' cannot be read as a file of \(kind.name)",
        help: isEncoding
          ? "name the encoding of its texts, as in encoding=windows-1252"
          : "save it again, or as .csv, in the program that wrote it", cause: library.message(code))
    }
    return input.file
  }

  private func run(_ encoding: String?) throws(Diagnostic) -> Int32 {
    let table = library.table
    guard let parser = table.parser() else {
      throw Diagnostic("too-large", "'\(name)' needs more memory than there is", help: "free memory")
    }
    defer { table.parser_free(parser) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = table.on_open(parser) { _, _ in 0 }
    _ = table.on_close(parser) { _ in 0 }
    _ = table.on_seek(parser) { offset, whence, context in StatInput.of(context)?.seek(Int(offset), whence) ?? -1 }
    _ = table.on_read(parser) { buffer, count, context in StatInput.of(context)?.copy(buffer, count) ?? -1 }
    _ = table.on_update(parser) { _, _, _, _ in CRD_OK }
    _ = table.set_input(parser, context)
    _ = table.on_metadata(parser) { metadata, context in StatInput.of(context)?.begin(metadata) ?? CRD_ABORT }
    _ = table.on_variable(parser) { index, variable, labels, context in
      StatInput.of(context)?.add(Int(index), variable, labels) ?? CRD_ABORT
    }
    _ = table.on_value(parser) { row, variable, value, context in
      StatInput.of(context)?.set(Int(row), variable, value) ?? CRD_ABORT
    }
    _ = table.on_label(parser) { labels, value, label, context in
      StatInput.of(context)?.add(ReadStat.text(labels), value, ReadStat.text(label)) ?? CRD_ABORT
    }
    if let encoding { _ = table.set_encoding(parser, encoding) }
    return withExtendedLifetime(self) { file.kind.parse(library, parser, context) }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> StatInput? {
    context.map { Unmanaged<StatInput>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Bytes

  private func seek(_ offset: Int, _ whence: Int32) -> off_t {
    let start = whence == 0 ? 0 : whence == 1 ? place : bytes.count
    let (target, isOver) = start.addingReportingOverflow(offset)
    guard !isOver, target >= 0, target <= bytes.count else { return -1 }
    place = target
    return off_t(target)
  }

  private func copy(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    let taken = min(max(0, count), bytes.count - place)
    guard taken > 0, let buffer else { return 0 }
    UnsafeMutableRawBufferPointer(start: buffer, count: taken).copyBytes(from: bytes[place..<place + taken])
    place += taken
    return taken
  }

  // MARK: Content

  /// Does a part of the work; the library stops at its first error.
  private func attempt(_ work: () throws(Diagnostic) -> Void) -> Int32 {
    do throws(Diagnostic) {
      try work()
      return CRD_OK
    } catch {
      failure = failure ?? error
      return CRD_ABORT
    }
  }

  private func begin(_ metadata: UnsafeMutableRawPointer?) -> Int32 {
    attempt { () throws(Diagnostic) in
      let table = library.table
      file.version = Int(table.version(metadata))
      file.label = ReadStat.text(table.file_label(metadata))
      let columns = Int(table.variable_count(metadata))
      guard columns <= ReadLimits().columns else {
        throw Diagnostic(
          "too-large", "'\(name)' has more than \(ReadLimits().columns) columns", help: "save a part of it")
      }
    }
  }

  private func add(
    _ index: Int, _ variable: UnsafeMutableRawPointer?, _ labels: UnsafePointer<CChar>?
  ) -> Int32 {
    attempt { () throws(Diagnostic) in
      let table = library.table
      guard index == file.variables.count, index < ReadLimits().columns else { throw damaged("column \(index + 1)") }
      let type = table.type(variable)
      let isText = type == CRD_STRING || type == CRD_STRING_REF
      let read = StatFile.Variable(
        name: ReadStat.text(table.name(variable)), label: ReadStat.text(table.label(variable)),
        format: ReadStat.text(table.format(variable)), labels: ReadStat.text(labels),
        isWhole: [CRD_INT8, CRD_INT16, CRD_INT32].contains(type),
        isText: isText, isOrdinal: table.measure(variable) == 2, missing: isText ? [] : missing(variable))
      try budget.use(512 + read.label.utf8.count)
      file.variables.append(read)
    }
  }

  private func missing(_ variable: UnsafeMutableRawPointer?) -> [ClosedRange<Double>] {
    (0..<max(0, library.table.range_count(variable))).compactMap { place in
      let (low, high) = (library.table.range_low(variable, place), library.table.range_high(variable, place))
      let (from, to) = (crd_number(low), crd_number(high))
      return from <= to ? from...to : nil
    }
  }

  private func set(_ row: Int, _ variable: UnsafeMutableRawPointer?, _ value: crd_value) -> Int32 {
    attempt { () throws(Diagnostic) in
      let index = Int(library.table.index(variable))
      guard file.variables.indices.contains(index) else { throw damaged("row \(row + 1)") }
      if index == 0 {
        file.rowCount = row + 1
        try cancellation.check()
        if row & 1023 == 0 {
          // Arrays that grow take up to twice what they hold.
          try budget.use(rows: 1024, columns: file.variables.count, cell: 2 * MemoryLayout<Double>.stride)
        }
      }
      if file.variables[index].isText {
        guard file.variables[index].texts.count == row else { throw damaged("row \(row + 1)") }
        var text: String? = ReadStat.text(crd_text(value))
        if text?.isEmpty ?? true {
          text = nil
        } else if let code = text, library.table.is_defined_missing(value, variable) != 0 {
          file.variables[index].codes[.text(code), default: 0] += 1
          text = nil
        }
        // Short texts are within the value.
        if let long = text?.utf8.count, long > 15 { try budget.use(long + 32) }
        file.variables[index].texts.append(text)
      } else {
        guard file.variables[index].numbers.count == row else { throw damaged("row \(row + 1)") }
        var number = crd_number(value)
        if let letter = UInt8(exactly: crd_tag(value)), letter != 0 {
          file.variables[index].codes[.letter(letter), default: 0] += 1
        } else if file.variables[index].isMissing(number) {
          if file.variables[index].codes.count < 1000 || file.variables[index].codes[.number(number)] != nil {
            file.variables[index].codes[.number(number), default: 0] += 1
          }
          number = .nan
        }
        file.variables[index].numbers.append(number)
      }
    }
  }

  private func add(_ list: String, _ value: crd_value, _ label: String) -> Int32 {
    attempt { () throws(Diagnostic) in
      let code: StatFile.Code
      if let text = crd_text(value) {
        // A catalogue fills texts up with spaces.
        let text = String(cString: text)
        code = .text(file.kind == .catalogue ? String(text.reversed().drop { $0 == " " }.reversed()) : text)
      } else if let letter = UInt8(exactly: crd_tag(value)), letter != 0 {
        code = .letter(letter)
      } else {
        code = .number(crd_number(value))
      }
      try budget.use(128 + label.utf8.count)
      file.labels[list, default: []].append((code, label))
    }
  }

  private func damaged(_ place: String) -> Diagnostic {
    Diagnostic(
      "damaged-file", "'\(name)' is damaged at \(place)", help: "save it again in the program that wrote it")
  }
}
