internal import PodiumCore

/// A column as the cells of a sheet: what is the same in each row is written once, and a category once for all its rows.
struct SheetColumn {
  /// The styles of the workbook, by their places.
  private enum Style: Int {
    case plain = 0
    case day, moment, decimal, literal, duration, time

    /// The end of the mark that begins a number.
    var opening: [UInt8] { Array((self == .plain ? "\"><v>" : "\" s=\"\(rawValue)\"><v>").utf8) }
  }

  /// The cells after their references; a missing one has none.
  private enum Cells {
    case numbers([Double], Style, opening: [UInt8])
    case wholes([Int])
    case truths([Bool?])
    case codes([Int32], levels: [[UInt8]])
    case texts([String?])
    /// Days or moments that a sheet cannot hold as numbers.
    case times([String?])
  }

  /// The start of each cell, up to the number of its row.
  let start: [UInt8]
  /// The cell of its name.
  let heading: [UInt8]
  private let cells: Cells
  /// The zone that the style of its cells names.
  private(set) var scale: NumberScale?

  /// The place of the style of the first zone.
  static let firstZone = 7

  private static let closing = Array("</v></c>".utf8)

  /// `zones` are those that the workbook has a style for, in order. Throws `too-large` for a text that no cell holds.
  init(_ column: Column, _ place: Int, zones: [Zone]) throws(Diagnostic) {
    start = Array("<c r=\"\(CellPlace.letters(place))".utf8)
    heading = start + Array("1".utf8) + (try SheetColumn.text(column.name))
    if column.scale?.name != nil, let days = column.numbers.flatMap(SheetColumn.clock) {
      let style = column.scale == .time ? Style.time : .duration
      cells = .numbers(days, style, opening: style.opening)
      return
    }
    switch column.values {
    case .number(let x):
      let isWhole = x.allSatisfy { $0.isNaN || $0.rounded() == $0 }
      let style = isWhole ? Style.decimal : .plain
      cells = .numbers(x, style, opening: style.opening)
    case .integer(let x): cells = .wholes(x)
    case .boolean(let x): cells = .truths(x)
    case .category(let x), .ordered(let x):
      var levels: [[UInt8]] = []
      for level in x.levels { levels.append(try SheetColumn.ownText(level)) }
      cells = .codes(x.codes, levels: levels)
    case .text(let x): cells = .texts(x)
    case .date(let x):
      cells = SheetColumn.serials(x, .day, { $0.days * 86_400_000_000 }) ?? .times(x.map { $0?.description })
    case .datetime(let x):
      guard let zone = column.zone else {
        cells = SheetColumn.serials(x, .moment, \.microseconds) ?? .times(x.map { $0?.description })
        return
      }
      if let style = zones.firstIndex(of: zone), let local = zone.times(of: x),
        case .numbers(let serials, _, _)? = SheetColumn.serials(local, .moment, \.microseconds)
      {
        let opening = Array("\" s=\"\(SheetColumn.firstZone + style)\"><v>".utf8)
        cells = .numbers(serials, .moment, opening: opening)
        scale = column.scale
      } else {
        cells = .times(x.map { $0.map(zone.text) })
      }
    }
  }

  /// Seconds as the parts of a day that a workbook holds; nil where it cannot hold all of them.
  private static func clock(_ x: [Double]) -> [Double]? {
    var numbers: [Double] = []
    numbers.reserveCapacity(x.count)
    for seconds in x {
      let days = seconds / Circle.day.period
      guard days.isNaN || SerialDate.time(days, places: 15) != nil else { return nil }
      numbers.append(days)
    }
    return numbers
  }

  /// The numbers of the workbook's date system; nil where it cannot hold all of them exactly.
  private static func serials<Time>(_ x: [Time?], _ style: Style, _ microseconds: (Time) -> Int) -> Cells? {
    var numbers: [Double] = []
    numbers.reserveCapacity(x.count)
    for time in x {
      guard let time else {
        numbers.append(.nan)
        continue
      }
      guard let serial = SerialDate.serial(microseconds(time)) else { return nil }
      numbers.append(serial)
    }
    return .numbers(numbers, style, opening: style.opening)
  }

  /// Appends the cell of a row, whose number in the sheet is the second argument.
  typealias Write = (Int, [UInt8], inout [UInt8]) throws(Diagnostic) -> Void

  /// What appends its cells: chosen once a sheet, because a choice for each cell takes as long as writing it.
  var write: Write {
    let (start, closing) = (start, SheetColumn.closing)
    switch cells {
    case .numbers(let x, _, let opening):
      return { (row, number, out) throws(Diagnostic) in
        let value = x[row]
        if value.isNaN { return }
        out += start
        out += number
        if value.isFinite {
          out += opening
          var text = NumberText.shortest(value)
          text.withUTF8 { out += $0 }
          out += closing
        } else {
          out += try SheetColumn.text(NumberText.shortest(value))
        }
      }
    case .wholes(let x):
      let opening = Style.plain.opening
      return { (row, number, out) throws(Diagnostic) in
        if x[row] == ColumnValues.missingInteger { return }
        out += start
        out += number
        out += opening
        var text = String(x[row])
        text.withUTF8 { out += $0 }
        out += closing
      }
    case .truths(let x):
      return { (row, number, out) throws(Diagnostic) in
        guard let truth = x[row] else { return }
        out += start
        out += number
        out += (truth ? "\" t=\"b\"><v>1</v></c>" : "\" t=\"b\"><v>0</v></c>").utf8
      }
    case .codes(let codes, let levels):
      return { (row, number, out) throws(Diagnostic) in
        if codes[row] < 0 { return }
        out += start
        out += number
        out += levels[Int(codes[row])]
      }
    case .texts(let x), .times(let x):
      let cell = if case .texts = cells { SheetColumn.ownText } else { SheetColumn.plainText }
      return { (row, number, out) throws(Diagnostic) in
        guard let text = x[row] else { return }
        out += start
        out += number
        out += try cell(text)
      }
    }
  }

  private static func plainText(_ text: String) throws(Diagnostic) -> [UInt8] { try self.text(text) }

  /// The cell of a text of the table; one that looks like a missing value or a date is marked as `'NA` is when it is typed.
  private static func ownText(_ text: String) throws(Diagnostic) -> [UInt8] {
    try self.text(text, isLiteral: isLiteral(text))
  }

  private static func isLiteral(_ text: String) -> Bool {
    MissingWords.standard.contains(text) || ISODateCell.read(text) != .none
  }

  // MARK: Reading again

  /// A column as `Sheet` takes its cells from the file.
  struct Read {
    /// What the cells become, where that follows from the column alone; else they are read.
    var values: ColumnValues?
    var cells: [Value] = []
    /// The rows with texts that are marked as such.
    var literals: Set<Int> = []
    /// What its times are, as `Sheet` notes it.
    var clock: NumberScale?
    /// The length of its texts.
    var bytes = 0
  }

  /// What the reader makes of cells of one kind without looking at each; nil where it has to look.
  private func kept(_ column: Column) -> ColumnValues? {
    if column.missingCount == column.count { return nil }
    switch cells {
    // Beyond, digits of whole numbers may be lost; −0 is a whole number.
    case .numbers(let x, .plain, _), .numbers(let x, .decimal, _):
      return x.allSatisfy { $0.isNaN || $0.magnitude < 0x1p53 && ($0 != 0 || $0.sign == .plus) } ? column.values : nil
    case .numbers(_, .day, _), .numbers(_, .moment, _), .wholes, .truths: return column.values
    case .codes(let codes, let levels):
      let words = Categorical(levels: column.categorical?.levels ?? [], codes: codes).withoutUnused()
        .sortedByCodePoint()
      let isText = levels.count > ColumnInference.mostCategories && words.levels.count > codes.count / 2
      return isText || words.levels.contains(where: SheetColumn.isLiteral) ? nil : .category(words)
    default: return nil
    }
  }

  /// The cells of a column that this was made of.
  func readAgain(_ column: Column) -> Read {
    var read = Read(values: kept(column))
    if read.values != nil {
      if case .codes(let codes, _) = cells, let levels = column.categorical?.levels.map(\.utf8.count) {
        for code in codes where code >= 0 { read.bytes += levels[Int(code)] }
      }
      return read
    }
    read.cells.reserveCapacity(column.count)
    switch cells {
    case .numbers(let x, let style, _):
      for number in x {
        if number.isNaN {
          read.cells.append(.missing)
        } else if !number.isFinite {
          read.cells.append(.text(NumberText.shortest(number)))
        } else {
          switch style {
          case .plain: read.cells.append(SheetColumn.plain(number))
          case .decimal, .literal, .day, .moment: read.cells.append(.number(number))
          case .duration, .time:
            if style == .duration || number >= 1 { read.clock = .duration } else { read.clock = read.clock ?? .time }
            let places = SerialDate.places(NumberText.shortest(number))
            read.cells.append(SerialDate.time(number, places: places).map(Value.text) ?? SheetColumn.plain(number))
          }
        }
      }
    case .wholes, .truths: read.cells = Array(repeating: .missing, count: column.count)
    case .codes(let codes, _):
      let levels = column.categorical?.levels ?? []
      let areLiteral = levels.map(SheetColumn.isLiteral)
      for (row, code) in codes.enumerated() {
        read.cells.append(code < 0 ? .missing : .text(levels[Int(code)]))
        if code >= 0 {
          read.bytes += levels[Int(code)].utf8.count
          if areLiteral[Int(code)] { read.literals.insert(row) }
        }
      }
    case .texts(let x):
      for (row, text) in x.enumerated() {
        read.cells.append(text.map(Value.text) ?? .missing)
        if let text {
          read.bytes += text.utf8.count
          if SheetColumn.isLiteral(text) { read.literals.insert(row) }
        }
      }
    case .times(let x): read.cells = x.map { $0.map(Value.text) ?? .missing }
    }
    return read
  }

  /// A number without a format: a whole one is an integer as far as 64 bits hold it.
  private static func plain(_ number: Double) -> Value {
    guard number.rounded() == number else { return .number(number) }
    return NumberCell.read(NumberText.shortest(number), isDeclared: true).value ?? .number(number)
  }

  /// The cell of a text, after the number of its row; characters that XML cannot contain are written as `_x001B_`.
  private static func text(_ text: String, isLiteral: Bool = false) throws(Diagnostic) -> [UInt8] {
    guard text.utf16.count <= 32_767 else {
      throw Diagnostic(
        "too-large", "a cell of a sheet holds at most 32767 characters, but one has more", help: "use CSV")
    }
    var out = ""
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "_" where place + 1 < scalars.count && scalars[place + 1] == "x": out += "_x005F_"
      case "\n", "\t": out.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        out += "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
      default: out.unicodeScalars.append(scalar)
      }
    }
    let mark = isLiteral ? " s=\"\(Style.literal.rawValue)\"" : ""
    // Without the mark, programs leave out blanks around a text.
    let isPlain = [scalars.first, scalars.last].allSatisfy { $0.map { $0.value > 32 && $0.value < 127 } ?? false }
    let space = isPlain ? "" : " xml:space=\"preserve\""
    return Array("\"\(mark) t=\"inlineStr\"><is><t\(space)>\(out)</t></is></c>".utf8)
  }
}
