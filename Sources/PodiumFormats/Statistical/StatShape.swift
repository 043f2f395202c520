internal import PodiumCore

/// How a column is written into a file of Stata or SPSS.
struct StatShape {
  /// Whole numbers by their width, other numbers, texts within the rows, and texts outside of them.
  enum Form {
    case int8([Int?]), int16([Int?]), int32([Int?])
    case double([Double])
    case text([String?])
    case long([String?])
  }

  private(set) var form: Form
  /// How the values are displayed; nil for the format's own choice.
  private(set) var format: String?
  private(set) var labels: [(code: Int32, label: String)] = []
  /// The measure by the numbers of SPSS: names, ranks, quantities.
  private(set) var measure: Int32 = 3

  /// Longest text within a row, and longest label, in bytes.
  private static func longest(_ kind: StatWriter.Kind) -> (text: Int, label: Int) {
    kind == .stata ? (2045, 32_000) : (32_767, 120)
  }

  /// The largest number that is not a code for a missing value.
  private static let largestOfStata = 0x1.fffffffffffffp1022

  /// Throws `not-representable` for values that the format has no place for.
  init(_ column: Column, _ kind: StatWriter.Kind) throws(Diagnostic) {
    form = .double([])
    switch column.values {
    case .number(let numbers):
      let largest = kind == .stata ? StatShape.largestOfStata : Double.greatestFiniteMagnitude.nextDown
      guard numbers.allSatisfy({ $0.isNaN || abs($0) <= largest }) else {
        throw StatShape.refusal(column, kind, "has numbers beyond the largest of the format")
      }
      form = .double(numbers)
    case .integer(let numbers):
      try setWhole(numbers.map { $0 == ColumnValues.missingInteger ? nil : $0 }, column, kind)
    case .boolean(let values):
      form = .int8(values.map { $0.map { $0 ? 1 : 0 } })
      (labels, measure) = ([(0, "false"), (1, "true")], 1)
    case .date(let days):
      if kind == .stata {
        (form, format) = (.int32(days.map { $0.map { $0.days - StatClock.year1960 } }), "%td")
      } else {
        let start = StatClock.year1582
        (form, format) = (.double(days.map { $0.map { Double(($0.days - start) * 86400) } ?? .nan }), "DATE11")
      }
    case .datetime(let moments):
      let (start, each) = kind == .stata ? (StatClock.year1960, 1000.0) : (StatClock.year1582, 1_000_000.0)
      form = .double(moments.map { $0.map { Double($0.microseconds - start * 86_400_000_000) / each } ?? .nan })
      format = kind == .stata ? "%tc" : "DATETIME23.2"
    case .text(let texts):
      try setTexts(texts, column, kind)
    case .category(let values), .ordered(let values):
      measure = column.type == .ordered ? 2 : 1
      let longest = StatShape.longest(kind).label
      guard values.levels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= longest && !$0.utf8.contains(0) }) else {
        try setTexts(values.codes.map { $0 < 0 ? nil : values.levels[Int($0)] }, column, kind)
        return
      }
      labels = values.levels.enumerated().map { (Int32(clamping: $0.offset + 1), $0.element) }
      form = .int32(values.codes.map { $0 < 0 ? nil : Int($0) + 1 })
    }
    // What is finer than a thousandth is kept and not shown.
    if kind == .spss, column.scale?.name != nil { format = "TIME23.3" }
    if kind == .stata, column.scale == .time, case .number(let seconds) = column.values {
      (format, form) = ("%tcHH:MM:SS", .double(seconds.map { $0 * 1000 }))
    }
  }

  /// Whole numbers as narrow as Stata holds them.
  private mutating func setWhole(_ numbers: [Int?], _ column: Column, _ kind: StatWriter.Kind) throws(Diagnostic) {
    let (low, high) = (numbers.lazy.compactMap { $0 }.min() ?? 0, numbers.lazy.compactMap { $0 }.max() ?? 0)
    if low >= -127, high <= 100 {
      form = .int8(numbers)
    } else if low >= -32_767, high <= 32_740 {
      form = .int16(numbers)
    } else if low >= -2_147_483_647, high <= 2_147_483_620 {
      form = .int32(numbers)
    } else {
      guard low >= -9_007_199_254_740_992, high <= 9_007_199_254_740_992 else {
        throw StatShape.refusal(column, kind, "has whole numbers of more than 15 digits, which a double does not hold")
      }
      form = .double(numbers.map { $0.map { Double($0) } ?? .nan })
      format = kind == .stata ? "%20.0f" : "F20.0"
    }
  }

  private mutating func setTexts(_ texts: [String?], _ column: Column, _ kind: StatWriter.Kind) throws(Diagnostic) {
    guard texts.allSatisfy({ !($0?.utf8.contains(0) ?? false) }) else {
      throw StatShape.refusal(column, kind, "has texts with a NUL")
    }
    let longest = texts.lazy.compactMap { $0?.utf8.count }.max() ?? 0
    measure = 1
    if longest <= StatShape.longest(kind).text {
      form = .text(texts)
    } else if kind == .stata {
      form = .long(texts)
    } else {
      throw StatShape.refusal(column, kind, "has texts of more than 32767 bytes", others: ".csv")
    }
  }

  private static func refusal(
    _ column: Column, _ kind: StatWriter.Kind, _ what: String, others: String = ".csv or .xlsx"
  ) -> Diagnostic {
    Diagnostic(
      "not-representable",
      "a file of \(kind == .stata ? "Stata" : "SPSS") cannot hold the column \(column.name.quotedInNotice): it \(what)",
      help: "leave the column out, or write \(others)")
  }
}

/// Names of columns as Stata and SPSS allow them.
enum StatName {
  private static let reservedByStata: Set<String> = [
    "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if", "in", "int", "long", "_n", "_N", "_pi", "_pred",
    "_rc",
    "_skip", "str", "strL", "using", "with",
  ]
  private static let reservedBySPSS: Set<String> = [
    "all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with",
  ]

  /// Names that the format allows, distinct: other characters become `_`, a first digit gets a `v`.
  static func names(of columns: [String], _ kind: StatWriter.Kind) -> [String] {
    var taken: Set<String> = []
    return columns.map { column in
      let base = name(column, kind)
      var (made, number) = (base, 2)
      // SPSS does not tell cases apart.
      while !taken.insert(kind == .spss ? made.lowercased() : made).inserted {
        made = shortened(base, kind, room: 8) + "_\(number)"
        number += 1
      }
      return made
    }
  }

  private static func name(_ column: String, _ kind: StatWriter.Kind) -> String {
    var name = ""
    for scalar in column.unicodeScalars {
      let isPlain =
        scalar.isASCII ? Character(scalar).isLetter || Character(scalar).isNumber : scalar.properties.isAlphabetic
      name.unicodeScalars.append(isPlain ? scalar : "_")
    }
    if kind == .spss { while name.hasPrefix("_") { name.removeFirst() } }
    while kind == .spss, name.hasSuffix("_") { name.removeLast() }
    if name.isEmpty || name.first?.isNumber ?? false { name = "v" + name }
    name = shortened(name, kind, room: 0)
    let isReserved =
      kind == .stata
      ? reservedByStata.contains(name) || (name.hasPrefix("str") && name.dropFirst(3).allSatisfy(\.isNumber))
      : reservedBySPSS.contains(name.lowercased())
    guard isReserved else { return name }
    // A name that begins like a type of texts (`str12`) stays one with anything after it.
    return name.hasPrefix("str") ? shortened("v" + name, kind, room: 0) : shortened(name, kind, room: 2) + "_1"
  }

  /// At most 32 characters in Stata, 64 bytes in SPSS.
  private static func shortened(_ name: String, _ kind: StatWriter.Kind, room: Int) -> String {
    var name = name
    if kind == .stata { return String(name.unicodeScalars.prefix(32 - room)) }
    while name.utf8.count > 64 - room { name.unicodeScalars.removeLast() }
    return name
  }
}
