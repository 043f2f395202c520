internal import Glibc

/// The functions of one row that an expression can call.
public enum ExpressionFunctions {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("abs", "abs(x)", "absolute value"),
    ("among", "among(x, a, b, …)", "whether x equals one of the values"),
    ("atan2", "atan2(y, x)", "angle of the point (x, y) in radians, from -pi to pi"),
    ("between", "between(x, a, b)", "whether a <= x and x <= b"),
    ("ceil", "ceil(x)", "smallest whole number not below x"),
    ("choose", "choose(condition, a, b)", "a where the condition is true, b where it is false (missing without b)"),
    ("coalesce", "coalesce(x, y)", "x, or y where x is missing"),
    ("contains", "contains(text, part)", "whether text contains part"),
    ("cos", "cos(x)", "cosine of x in radians"),
    ("day", "day(date)", "day of the month, 1 to 31"),
    ("days", "days(from, to)", "days from one date to another; between moments with a fraction"),
    ("ends", "ends(text, part)", "whether text ends with part"),
    ("exp", "exp(x)", "e to the power of x"),
    ("floor", "floor(x)", "largest whole number not above x"),
    ("hour", "hour(datetime)", "hour of a moment in UTC, 0 to 23"),
    ("length", "length(text)", "number of characters"),
    ("log", "log(x)", "natural logarithm; missing for x <= 0"),
    ("lower", "lower(text)", "text in lower case"),
    ("max", "max(x, y)", "larger of x and y"),
    ("min", "min(x, y)", "smaller of x and y"),
    ("missing", "missing(x)", "whether x is missing; missing() is a missing value"),
    ("month", "month(date)", "month of a date, 1 to 12"),
    ("number", "number(text)", "the number that text holds; missing if it holds none"),
    (
      "part", "part(text, from, n)",
      "n characters of text from a place, which counts from 1 (all that follow without n)"
    ),
    ("pi", "pi()", "3.14159…"),
    ("replace", "replace(text, a, b)", "text with each a replaced by b"),
    ("round", "round(x, decimals)", "x rounded to so many decimal places (0 by default); halves away from zero"),
    ("sin", "sin(x)", "sine of x in radians"),
    ("sqrt", "sqrt(x)", "square root; missing for x < 0"),
    ("starts", "starts(text, part)", "whether text starts with part"),
    ("upper", "upper(text)", "text in upper case"),
    ("weekday", "weekday(date)", "day of the week, 1 for Monday to 7 for Sunday"),
    ("year", "year(date)", "year of a date"),
  ]

  /// The function of a name; nil where there is none.
  static func bind(_ arguments: FunctionArguments, binder: ExpressionBinder) throws(Diagnostic) -> BoundExpression? {
    if let function = try numeric(arguments) { return function }
    if let function = try textual(arguments) { return function }
    if let function = try calendar(arguments) { return function }
    return try choosing(arguments, binder)
  }

  private static func numeric(_ arguments: FunctionArguments) throws(Diagnostic) -> BoundExpression? {
    switch arguments.name {
    case "abs": return try arguments.number { $0.magnitude }
    case "ceil": return try arguments.number { $0.rounded(.up) }
    case "floor": return try arguments.number { $0.rounded(.down) }
    case "sin": return try arguments.number { Glibc.sin($0) }
    case "cos": return try arguments.number { Glibc.cos($0) }
    case "exp": return try arguments.number(.overflows) { Glibc.exp($0) }
    case "log": return try arguments.number { $0 > 0 ? Glibc.log($0) : .nan }
    case "sqrt": return try arguments.number { $0 >= 0 ? $0.squareRoot() : .nan }
    case "atan2": return try arguments.numbers { Glibc.atan2($0, $1) }
    // A missing side must win, which the comparison of a NaN does not promise.
    case "min": return try arguments.numbers { $1.isNaN || $1 < $0 ? $1 : $0 }
    case "max": return try arguments.numbers { $1.isNaN || $1 > $0 ? $1 : $0 }
    case "pi":
      try arguments.count(0...0)
      return .constant(.number(.pi))
    case "round":
      if arguments.parts.count == 1 { return try arguments.number { $0.rounded() } }
      return try arguments.numbers { x, decimals in
        guard decimals.magnitude <= 15 else { return x }
        let scale = Glibc.pow(10, decimals.rounded())
        let scaled = x * scale
        // Beyond 2⁵³ a double has no digits after the point, and the product might overflow.
        return scaled.magnitude < 0x1p53 ? scaled.rounded() / scale : x
      }
    default: return nil
    }
  }

  private static func textual(_ arguments: FunctionArguments) throws(Diagnostic) -> BoundExpression? {
    switch arguments.name {
    case "lower": return try arguments.text { $0.lowercased() }
    case "upper": return try arguments.text { $0.uppercased() }
    case "length":
      try arguments.count(1...1)
      return try arguments.ofText(.integers, missing: ColumnValues.missingInteger, { .integers($0) }) { $0.count }
    case "number":
      try arguments.count(1...1)
      return try arguments.ofText(.numbers, missing: .nan, { .numbers($0) }, unread: true) { TextNumber.value($0) }
    case "contains": return try arguments.texts { FunctionArguments.find($1, in: $0) }
    case "starts": return try arguments.texts { $0.hasPrefix($1) }
    case "ends": return try arguments.texts { $0.hasSuffix($1) }
    case "replace": return try arguments.replacing()
    case "part": return try arguments.partOfText()
    default: return nil
    }
  }

  private static func calendar(_ arguments: FunctionArguments) throws(Diagnostic) -> BoundExpression? {
    switch arguments.name {
    case "year": return try arguments.day { $0.civil.year }
    case "month": return try arguments.day { $0.civil.month }
    case "day": return try arguments.day { $0.civil.day }
    // 1970-01-01 was a Thursday; the remainder of a negative number is negative.
    case "weekday": return try arguments.day { (($0.days + 3) % 7 + 7) % 7 + 1 }
    case "hour": return try arguments.hour()
    case "days": return try arguments.daysBetween()
    default: return nil
    }
  }

  private static func choosing(
    _ arguments: FunctionArguments, _ binder: ExpressionBinder
  ) throws(Diagnostic) -> BoundExpression? {
    let (parts, typed, span) = (arguments.parts, arguments.typed, arguments.span)
    switch arguments.name {
    case "missing":
      if parts.isEmpty { return .constant(.missing) }
      let x = try arguments.one()
      return BoundExpression(.truths) { range, gaps in
        .truths(x.compute(range, &gaps).presence.map { $0 ? 0 : 1 })
      }
    case "coalesce":
      try arguments.count(2...2)
      let (x, y) = try arguments.alike(0, 1)
      let places = BoundExpression(.truths) { range, gaps in
        .truths(x.compute(range, &gaps).presence.map { $0 ? 1 : 0 })
      }
      return FunctionArguments.chosen(places, x, y)
    case "choose":
      try arguments.count(2...3)
      try binder.require(parts[0], .boolean, for: "choose", at: typed[0].span)
      guard parts.count == 3 else { return FunctionArguments.chosen(parts[0], parts[1], .nothing(parts[1].form)) }
      let (x, y) = try arguments.alike(1, 2)
      return FunctionArguments.chosen(parts[0], x, y)
    case "between":
      try arguments.count(3...3)
      let low = try binder.comparison(.greaterOrEqual, (parts[0], typed[0]), (parts[1], typed[1]), at: span)
      let high = try binder.comparison(.lessOrEqual, (parts[0], typed[0]), (parts[2], typed[2]), at: span)
      return ExpressionBinder.logic([low, high], decisive: 0)
    case "among":
      try arguments.count(2...1000)
      var tests: [BoundExpression] = []
      for place in 1..<parts.count {
        tests.append(
          try binder.comparison(.equal, (parts[0], typed[0]), (parts[place], typed[place]), at: typed[place].span))
      }
      return ExpressionBinder.logic(tests, decisive: 1)
    default: return nil
    }
  }
}

/// The arguments of one call, checked for their number and kind.
struct FunctionArguments {
  let name: String
  let parts: [BoundExpression]
  let typed: [Expression]
  let span: SourceSpan

  func count(_ allowed: ClosedRange<Int>) throws(Diagnostic) {
    guard !allowed.contains(parts.count) else { return }
    throw FunctionArguments.wrongCount(name, parts.count, at: span)
  }

  static func wrongCount(_ name: String, _ count: Int, at span: SourceSpan) -> Diagnostic {
    let all = ExpressionFunctions.synopses + ExpressionAggregates.synopses + ExpressionWindows.synopses
    let uses = all.filter { $0.name == name }.map(\.use)
    return Diagnostic(
      "wrong-arguments", "'\(name)' got \(count.counted("argument"))", span: span,
      help: "write: \(uses.isEmpty ? name : uses.joined(separator: " or "))")
  }

  func one() throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    return parts[0]
  }

  func require(_ place: Int, _ kind: BoundExpression.Kind) throws(Diagnostic) -> BoundExpression {
    let part = parts[place]
    guard part.kind != kind else { return part }
    if part.isNothing { return .nothing(kind == .text ? .texts : kind == .boolean ? .truths : .numbers) }
    throw Diagnostic(
      "wrong-type", "'\(name)' takes \(kind.noun), not \(part.kind.noun)", span: typed[place].span)
  }

  /// Two arguments of one kind; a missing one takes the other's.
  func alike(_ x: Int, _ y: Int) throws(Diagnostic) -> (BoundExpression, BoundExpression) {
    let (a, b) = (parts[x], parts[y])
    if a.isNothing { return (.nothing(b.form), b) }
    if b.isNothing { return (a, .nothing(a.form)) }
    if a.kind == b.kind { return (a, b) }
    throw Diagnostic("wrong-type", "'\(name)' takes two values of the same type", span: span)
  }

  @inline(__always)
  func number(
    _ reason: ExpressionGaps.Reason = .domains,
    _ compute: @escaping @Sendable (Double) -> Double
  ) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try require(0, .number)
    return BoundExpression(.numbers) { range, gaps in
      var lost = 0
      let values = Kernel.map(x.numbers(range, &gaps), &lost, compute)
      gaps[reason] += lost
      return .numbers(values)
    }
  }

  func numbers(_ compute: @escaping @Sendable (Double, Double) -> Double) throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    return ExpressionBinder.real(try require(0, .number), try require(1, .number), .domains, compute)
  }

  /// A text made of one text.
  func text(_ compute: @escaping @Sendable (String) -> String) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    return try changed(require(0, .text)) { compute($0) }
  }

  /// A text made of one; once for each name of a dictionary.
  func changed(
    _ x: BoundExpression, _ compute: @escaping @Sendable (String) -> String
  ) -> BoundExpression {
    if let names = x.dictionary { return x.renamed(names.map(compute)) }
    return BoundExpression(.texts) { range, gaps in .texts(x.texts(range, &gaps).map { $0.map(compute) }) }
  }

  /// What is computed of a text, nil where it has no value; once for each name of a dictionary.
  func ofText<Element: Sendable>(
    _ form: BoundExpression.Form, missing: Element, _ make: @escaping @Sendable ([Element]) -> Vector,
    unread: Bool = false, _ compute: @escaping @Sendable (String) -> Element?
  ) throws(Diagnostic) -> BoundExpression {
    let x = try require(0, .text)
    if let names = x.dictionary {
      let known = names.map(compute)
      return BoundExpression(form) { range, gaps in
        var lost = 0
        let values = x.codes(range, &gaps).map { code in
          guard code >= 0 else { return missing }
          guard let value = known[Int(code)] else {
            lost += 1
            return missing
          }
          return value
        }
        if unread { gaps.unread += lost } else { gaps.domains += lost }
        return make(values)
      }
    }
    return BoundExpression(form) { range, gaps in
      var lost = 0
      let values = x.texts(range, &gaps).map { text in
        guard let text else { return missing }
        guard let value = compute(text) else {
          lost += 1
          return missing
        }
        return value
      }
      if unread { gaps.unread += lost } else { gaps.domains += lost }
      return make(values)
    }
  }

  /// A test of two texts.
  func texts(_ test: @escaping @Sendable (String, String) -> Bool) throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    let (x, y) = (try require(0, .text), try require(1, .text))
    if case .text(let part)? = y.constant {
      return try ofText(.truths, missing: 2, { .truths($0) }) { test($0, part) ? 1 : 0 }
    }
    return BoundExpression(.truths) { range, gaps in
      let (a, b) = (x.texts(range, &gaps), y.texts(range, &gaps))
      return .truths(
        zip(a, b).map { one, other in
          guard let one, let other else { return 2 }
          return test(one, other) ? 1 : 0
        })
    }
  }

  func replacing() throws(Diagnostic) -> BoundExpression {
    try count(3...3)
    let (x, a, b) = (try require(0, .text), try require(1, .text), try require(2, .text))
    if case .text(let old)? = a.constant, case .text(let new)? = b.constant {
      return changed(x) { FunctionArguments.replace(old, by: new, in: $0) }
    }
    return BoundExpression(.texts) { range, gaps in
      let (texts, old, new) = (x.texts(range, &gaps), a.texts(range, &gaps), b.texts(range, &gaps))
      return .texts(
        texts.indices.map { place in
          guard let text = texts[place], let old = old[place], let new = new[place] else { return nil }
          return FunctionArguments.replace(old, by: new, in: text)
        })
    }
  }

  func partOfText() throws(Diagnostic) -> BoundExpression {
    try count(2...3)
    let (x, from) = (try require(0, .text), try require(1, .number))
    let length = parts.count == 3 ? try require(2, .number) : nil
    if let start = from.constant?.asNumber, length.map({ $0.constant?.asNumber != nil }) ?? true {
      let n = length?.constant?.asNumber
      if let names = x.dictionary, names.allSatisfy({ FunctionArguments.part($0, start, n) != nil }) {
        return changed(x) { FunctionArguments.part($0, start, n) ?? "" }
      }
    }
    return BoundExpression(.texts) { range, gaps in
      let (texts, starts) = (x.texts(range, &gaps), from.numbers(range, &gaps))
      let lengths = length?.numbers(range, &gaps)
      var lost = 0
      let values: [String?] = texts.indices.map { place in
        guard let text = texts[place], !starts[place].isNaN, !(lengths?[place].isNaN ?? false) else { return nil }
        let found = FunctionArguments.part(text, starts[place], lengths?[place])
        if found == nil { lost += 1 }
        return found
      }
      gaps.domains += lost
      return .texts(values)
    }
  }

  private func requireDay(_ place: Int) throws(Diagnostic) -> BoundExpression {
    let x = parts[place]
    guard x.kind == .date || x.kind == .datetime || x.isNothing else {
      throw Diagnostic("wrong-type", "'\(name)' takes a date, not \(x.kind.noun)", span: typed[place].span)
    }
    return x
  }

  func day(_ compute: @escaping @Sendable (CalendarDate) -> Int) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try requireDay(0)
    return BoundExpression(.integers) { range, gaps in
      switch x.compute(range, &gaps) {
      case .days(let days): .integers(days.map { $0.map(compute) ?? ColumnValues.missingInteger })
      case .moments(let moments): .integers(moments.map { $0.map { compute($0.date) } ?? ColumnValues.missingInteger })
      default: .integers([Int](repeating: ColumnValues.missingInteger, count: range.count))
      }
    }
  }

  func hour() throws(Diagnostic) -> BoundExpression {
    let x = try one()
    guard x.kind == .datetime || x.isNothing else {
      throw Diagnostic("wrong-type", "'hour' takes a datetime, not \(x.kind.noun)", span: typed[0].span)
    }
    return BoundExpression(.integers) { range, gaps in
      .integers(
        x.microseconds(range, &gaps).map { moment in
          guard moment != ColumnValues.missingInteger else { return moment }
          let ofDay = moment % 86_400_000_000
          return (ofDay < 0 ? ofDay + 86_400_000_000 : ofDay) / 3_600_000_000
        })
    }
  }

  func daysBetween() throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    let (from, to) = (try requireDay(0), try requireDay(1))
    let areWhole = from.kind == .date && to.kind == .date
    return BoundExpression(areWhole ? .integers : .numbers) { range, gaps in
      let missing = ColumnValues.missingInteger
      let (a, b) = (from.microseconds(range, &gaps), to.microseconds(range, &gaps))
      if areWhole {
        return .integers(zip(a, b).map { $0 == missing || $1 == missing ? missing : ($1 - $0) / 86_400_000_000 })
      }
      return .numbers(zip(a, b).map { $0 == missing || $1 == missing ? .nan : Double($1 - $0) / 86_400_000_000 })
    }
  }

  /// The first value where the condition is true, the second where it is false; both are of one kind.
  static func chosen(_ condition: BoundExpression, _ x: BoundExpression, _ y: BoundExpression) -> BoundExpression {
    @Sendable func pick<Element>(_ truths: [UInt8], _ a: [Element], _ b: [Element], missing: Element) -> [Element] {
      truths.indices.map { truths[$0] == 1 ? a[$0] : truths[$0] == 0 ? b[$0] : missing }
    }
    let levels = x.levels == y.levels || y.isNothing ? x.levels : nil
    if let p = x.dictionary, let q = y.dictionary ?? (y.isNothing ? [] : nil) {
      var places = Dictionary(zip(p, Int32(0)...), uniquingKeysWith: { first, _ in first })
      var names = p
      let second = q.map { name in
        if let place = places[name] { return place }
        let place = Int32(clamping: names.count)
        places[name] = place
        names.append(name)
        return place
      }
      return BoundExpression(.codes(names), levels: levels) { range, gaps in
        let truths = condition.truths(range, &gaps)
        let b = y.codes(range, &gaps).map { $0 < 0 ? -1 : second[Int($0)] }
        return .codes(pick(truths, x.codes(range, &gaps), b, missing: -1))
      }
    }
    switch (x.form, y.form) {
    case (.integers, .integers):
      return BoundExpression(.integers) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .integers(
          pick(truths, x.whole(range, &gaps), y.whole(range, &gaps), missing: ColumnValues.missingInteger))
      }
    case (.truths, _):
      return BoundExpression(.truths) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .truths(pick(truths, x.truths(range, &gaps), y.truths(range, &gaps), missing: 2))
      }
    case (.texts, _), (.codes, _):
      return BoundExpression(.texts) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .texts(pick(truths, x.texts(range, &gaps), y.texts(range, &gaps), missing: nil))
      }
    case (.days, _):
      return BoundExpression(.days) { range, gaps in
        let truths = condition.truths(range, &gaps)
        guard case .days(let a) = x.compute(range, &gaps), case .days(let b) = y.compute(range, &gaps) else {
          return .days([CalendarDate?](repeating: nil, count: range.count))
        }
        return .days(pick(truths, a, b, missing: nil))
      }
    case (.moments, _):
      return BoundExpression(.moments) { range, gaps in
        let truths = condition.truths(range, &gaps)
        guard case .moments(let a) = x.compute(range, &gaps), case .moments(let b) = y.compute(range, &gaps) else {
          return .moments([Moment?](repeating: nil, count: range.count))
        }
        return .moments(pick(truths, a, b, missing: nil))
      }
    default:
      return BoundExpression(.numbers) { range, gaps in
        let truths = condition.truths(range, &gaps)
        return .numbers(pick(truths, x.numbers(range, &gaps), y.numbers(range, &gaps), missing: .nan))
      }
    }
  }

  /// Whether a text holds another; the empty text is in every text.
  static func find(_ part: String, in text: String) -> Bool {
    place(of: Array(part.utf8)[...], in: Array(text.utf8), from: 0) != nil
  }

  private static func place(of wanted: ArraySlice<UInt8>, in bytes: [UInt8], from first: Int) -> Int? {
    guard wanted.count <= bytes.count - first else { return nil }
    return (first...(bytes.count - wanted.count)).first { start in
      bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }

  /// A text with each occurrence of another replaced; the empty text occurs nowhere.
  static func replace(_ old: String, by new: String, in text: String) -> String {
    let (wanted, bytes) = (Array(old.utf8), Array(text.utf8))
    guard !wanted.isEmpty, var next = place(of: wanted[...], in: bytes, from: 0) else { return text }
    var out: [UInt8] = []
    var done = 0
    while true {
      out += bytes[done..<next]
      out += new.utf8
      done = next + wanted.count
      guard let following = place(of: wanted[...], in: bytes, from: done) else { break }
      next = following
    }
    return String(decoding: out + bytes[done...], as: UTF8.self)
  }

  /// Characters of a text from a place (from 1); nil for a place below 1 or a length below 0.
  static func part(_ text: String, _ from: Double, _ length: Double?) -> String? {
    guard from >= 1, (length ?? 0) >= 0 else { return nil }
    let start = Int(min(from, 1e9)) - 1
    let rest = text.dropFirst(start)
    return String(length.map { rest.prefix(Int(min($0, 1e9))) } ?? rest)
  }
}

extension BoundExpression {
  /// Codes read in another dictionary: for each code its new name; equal names become one.
  func renamed(_ names: [String]) -> BoundExpression {
    var places: [String: Int32] = [:]
    var distinct: [String] = []
    let codes = names.map { name in
      if let place = places[name] { return place }
      let place = Int32(clamping: distinct.count)
      places[name] = place
      distinct.append(name)
      return place
    }
    let constant: Value? = constant.flatMap { _ in names.first.map(Value.text) }
    return BoundExpression(.codes(distinct), constant: constant) { range, gaps in
      .codes(self.codes(range, &gaps).map { $0 < 0 ? -1 : codes[Int($0)] })
    }
  }
}
