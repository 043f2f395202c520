internal import CReadStat
internal import PodiumCore

/// The formats that ReadStat reads.
enum StatKind: Sendable {
  case stata, spss, portable, sas, transport
  /// Labels of values alone, in a file beside that of SAS.
  case catalogue

  var name: String {
    switch self {
    case .stata: "Stata"
    case .spss: "SPSS"
    case .portable: "SPSS portable"
    case .sas: "SAS"
    case .transport: "SAS transport"
    case .catalogue: "SAS catalogue"
    }
  }

  /// The format of a file by its first bytes; nil for another one.
  init?(start: [UInt8]) {
    if start.starts(with: Array("<stata_dta>".utf8)) {
      self = .stata
    } else if start.count > 3, (104...115).contains(start[0]), start[1] == 1 || start[1] == 2, start[2] == 1 {
      self = .stata
    } else if start.starts(with: Array("$FL2".utf8)) || start.starts(with: Array("$FL3".utf8)) {
      self = .spss
    } else if start.starts(with: Array("HEADER RECORD*******LIB".utf8)) {
      self = .transport
    } else if start.count > 32, start[..<12].allSatisfy({ $0 == 0 }), start[12..<16] == [0xC2, 0xEA, 0x81, 0x60] {
      self = .sas
    } else if StatKind.isPortable(start) {
      self = .portable
    } else {
      return nil
    }
  }

  /// Whether a portable file begins: five lines of titles, the characters, then `SPSSPORT`, wrapped at 80 characters.
  private static func isPortable(_ start: [UInt8]) -> Bool {
    let text = start.prefix(600).filter { $0 != 0x0A && $0 != 0x0D }
    guard text.count > 464 else { return false }
    return text[456..<464].elementsEqual("SPSSPORT".utf8)
  }

  func parse(_ library: ReadStat, _ parser: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer) -> Int32 {
    let read =
      switch self {
      case .stata: library.table.parse_dta
      case .spss: library.table.parse_sav
      case .portable: library.table.parse_por
      case .sas: library.table.parse_sas
      case .transport: library.table.parse_xpt
      case .catalogue: library.table.parse_catalogue
      }
    return read?(parser, "", context) ?? 1
  }

  /// What the numbers of a column with a display format count.
  func clock(of format: String) -> StatClock? {
    switch self {
    case .stata:
      let name = format.drop { $0 == "%" || $0 == "-" }
      if name.hasPrefix("td") || name.hasPrefix("d") { return .days(from: StatClock.year1960) }
      if StatKind.showsTime(name) { return .scaled(.time, each: 1000) }
      if name.hasPrefix("tc") || name.hasPrefix("tC") { return .seconds(from: StatClock.year1960, each: 1000) }
      let units: [Character: String] = ["w": "weeks", "m": "months", "q": "quarters", "h": "half-years"]
      guard name.first == "t", let unit = name.dropFirst().first.flatMap({ units[$0] }) else { return nil }
      return .other("it counts \(unit) from 1960 (\(format))")
    case .spss, .portable:
      switch StatKind.word(format) {
      case "DATE", "ADATE", "EDATE", "JDATE", "SDATE", "QYR", "MOYR", "WKYR":
        return .wholeDays(from: StatClock.year1582)
      case "DATETIME", "YMDHMS": return .seconds(from: StatClock.year1582, each: 1)
      case "TIME", "DTIME", "MTIME": return .scaled(.duration, each: 1)
      default: return nil
      }
    case .sas, .transport, .catalogue:
      let name = StatKind.word(format)
      let moments = ["DATETIME", "DATEAMPM", "DTDATE", "DTMONYY", "E8601DT", "B8601DT", "NLDATM", "MDYAMPM"]
      if moments.contains(where: name.hasPrefix) { return .seconds(from: StatClock.year1960, each: 1) }
      let days = [
        "DATE", "DDMMYY", "MMDDYY", "YYMMDD", "E8601DA", "B8601DA", "WEEKDAT", "WORDDAT", "JULIAN", "MONYY", "YYMM",
        "YYMON",
        "YYQ", "MMYY", "NLDATE", "EURDF",
      ]
      if days.contains(where: name.hasPrefix) { return .days(from: StatClock.year1960) }
      if name.hasPrefix("MMSS") { return .scaled(.duration, each: 1) }
      return ["TIME", "HHMM", "TOD", "HOUR", "E8601TM", "B8601TM"].contains(where: name.hasPrefix)
        ? .scaled(.time, each: 1) : nil
    }
  }

  /// Formats of SAS that display values and have no labels; those of days and times are known by `clock`.
  private static let displays: Set = [
    "", "$", "$CHAR", "$F", "$VARYING", "$ASCII", "$HEX", "$UPCASE", "$QUOTE", "BEST", "BESTX", "BESTD", "COMMA",
    "COMMAX",
    "D", "DOLLAR", "DOLLARX", "E", "EURO", "EUROX", "F", "FRACT", "HEX", "IB", "NEGPAREN", "NLMNY", "NLNUM", "NLPCT",
    "NUMX",
    "PD", "PERCENT", "PERCENTN", "PIB", "PVALUE", "RB", "ROMAN", "SSN", "WORDF", "WORDS", "YEAR", "YEN", "Z", "ZD",
    "MONTH", "DAY", "DOWNAME", "MONNAME", "QTR", "WEEKDAY",
  ]

  /// Whether a format of SAS is one that its users made, with labels in a catalogue.
  func isForeign(format: String) -> Bool {
    clock(of: format) == nil && !StatKind.displays.contains(StatKind.word(format))
  }

  /// Whether a moment of Stata shows hours and minutes only, as in `tcHH:MM:SS`.
  private static func showsTime(_ name: some StringProtocol) -> Bool {
    let shown = name.dropFirst(2).prefix { $0 != "." && $0 != "_" }
    return name.hasPrefix("tc") && shown.lowercased().hasPrefix("hh")
      && shown.allSatisfy { "HhMmSs:.AaPp".contains($0) }
  }

  /// The name of a format without its width (`DATE11` is `DATE`, `MMDDYY10.` is `MMDDYY`, `E8601DA` stays).
  static func word(_ format: String) -> String {
    let name = format.uppercased().prefix { $0 != "." }
    return String(name.reversed().drop(while: \.isNumber).reversed())
  }
}

/// What the numbers of a column of days or moments count.
enum StatClock: Equatable {
  /// Days from a day, given as days from 1970-01-01.
  case days(from: Int)
  /// Seconds from a day, of which only the day counts.
  case wholeDays(from: Int)
  /// Seconds from a day, or parts of seconds.
  case seconds(from: Int, each: Double)
  /// Seconds of a duration, or since midnight where all are within a day; or parts of seconds.
  case scaled(NumberScale, each: Double)
  /// Something that podium has no type for; the predicate of a notice.
  case other(String)

  static let year1960 = -3653
  /// 14 October 1582, the day before the Gregorian calendar.
  static let year1582 = -141_428

  private static let lastDays = -719_162.0...2_932_896.0

  /// The values as days or moments, and the rows whose numbers are none of the years 1 to 9999; nil for other clocks.
  func values(_ numbers: [Double]) -> (values: ColumnValues, outside: [Int])? {
    switch self {
    case .days(let start):
      if numbers.allSatisfy({ $0.isNaN || $0 == $0.rounded() }) {
        return StatClock.days(numbers) { $0 + Double(start) }
      }
      return StatClock.moments(numbers, start, 1.0 / 86400)
    case .wholeDays(let start):
      return StatClock.days(numbers) { ($0 / 86400).rounded(.down) + Double(start) }
    case .seconds(let start, let each): return StatClock.moments(numbers, start, each)
    case .scaled, .other: return nil
    }
  }

  private static func days(_ numbers: [Double], _ day: (Double) -> Double) -> (ColumnValues, [Int]) {
    var outside: [Int] = []
    let days = numbers.enumerated().map { row, number -> CalendarDate? in
      if number.isNaN { return nil }
      let day = day(number)
      guard lastDays.contains(day) else {
        outside.append(row)
        return nil
      }
      return CalendarDate(days: Int(day))
    }
    return (.date(days), outside)
  }

  /// A moment is the roundest one within the digits of its number: a millisecond before a microsecond.
  private static func moments(_ numbers: [Double], _ start: Int, _ each: Double) -> (ColumnValues, [Int]) {
    var outside: [Int] = []
    let moments = numbers.enumerated().map { row, number -> Moment? in
      if number.isNaN { return nil }
      let seconds = number / each
      guard lastDays.contains(seconds / 86400 + Double(start)) else {
        outside.append(row)
        return nil
      }
      let milliseconds = (seconds * 1000).rounded()
      let isRound = abs(milliseconds / 1000 - seconds) <= 2 * seconds.ulp
      let microseconds = isRound ? milliseconds * 1000 : (seconds * 1_000_000).rounded()
      return Moment(microseconds: Int(microseconds) + start * 86_400_000_000)
    }
    return (.datetime(moments), outside)
  }
}
