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
    (
      "duration", "duration(x)",
      "a text such as 12:01.4 (minutes), 26:05:00 (hours) or 45.2 (seconds), or a number of seconds, as a duration"
    ),
    ("ends", "ends(text, part)", "whether text ends with part"),
    ("exp", "exp(x)", "e to the power of x"),
    ("floor", "floor(x)", "largest whole number not above x"),
    (
      "hour", "hour(datetime)",
      "hour of a moment, in UTC or by the clock of its column's zone, or of a time of day, 0 to 23"
    ),
    ("length", "length(text)", "number of characters"),
    ("log", "log(x)", "natural logarithm; missing for x <= 0"),
    ("lower", "lower(text)", "text in lower case"),
    ("max", "max(x, y)", "larger of x and y"),
    ("min", "min(x, y)", "smaller of x and y"),
    ("missing", "missing(x)", "whether x is missing; missing() is a missing value"),
    ("month", "month(date)", "month of a date, 1 to 12"),
    (
      "number", "number(text, mark)",
      "the number that text holds, missing if it holds none; mark is \"point\" or \"comma\" where 1,250 could be both"
    ),
    (
      "part", "part(text, from, n)",
      "n characters of text from a place, which counts from 1 (all that follow without n)"
    ),
    ("pi", "pi()", "3.14159…"),
    ("replace", "replace(text, a, b)", "text with each a replaced by b"),
    ("round", "round(x, decimals)", "x rounded to so many decimal places (0 by default); halves away from zero"),
    (
      "seconds", "seconds(x)",
      "seconds of a duration or time of day, or of a text such as 12:01.4 (minutes) or 26:05:00 (hours); missing for any other text"
    ),
    ("sin", "sin(x)", "sine of x in radians"),
    ("sqrt", "sqrt(x)", "square root; missing for x < 0"),
    ("starts", "starts(text, part)", "whether text starts with part"),
    ("time", "time(x)", "a text such as 08:30 or 8:30 pm, a moment, or seconds since midnight, as a time of day"),
    ("upper", "upper(text)", "text in upper case"),
    ("weekday", "weekday(date)", "day of the week, 1 for Monday to 7 for Sunday"),
    ("year", "year(date)", "year of a date"),
  ]

  /// The function of a name; nil where there is none.
  static func bind(_ arguments: FunctionArguments, binder: ExpressionBinder) throws(Diagnostic) -> BoundExpression? {
    if let function = try numeric(arguments) { return function }
    if let function = try textual(arguments, binder) { return function }
    if let function = try calendar(arguments) { return function }
    return try choosing(arguments, binder)
  }

  private static func numeric(_ arguments: FunctionArguments) throws(Diagnostic) -> BoundExpression? {
    switch arguments.name {
    case "abs":
      // The least whole number stands for missing, so that every other one has an absolute value.
      if let whole = try arguments.ofWhole({ $0 < 0 ? 0 &- $0 : $0 }) { return whole }
      return try arguments.number { $0.magnitude }
    case "ceil": return try arguments.rounded(.up)
    case "floor": return try arguments.rounded(.down)
    case "sin": return try arguments.number { Glibc.sin($0) }
    case "cos": return try arguments.number { Glibc.cos($0) }
    case "exp": return try arguments.number(.overflows) { Glibc.exp($0) }
    case "log": return try arguments.number { $0 > 0 ? Glibc.log($0) : .nan }
    case "sqrt": return try arguments.number { $0 >= 0 ? $0.squareRoot() : .nan }
    case "atan2": return try arguments.numbers { Glibc.atan2($0, $1) }
    // A missing side must win, which the comparison of a NaN does not promise.
    case "min":
      if let whole = try arguments.ofTwoWhole({ min($0, $1) }) { return whole }
      return try arguments.numbers { $1.isNaN || $1 < $0 ? $1 : $0 }
    case "max":
      if let whole = try arguments.ofTwoWhole({ max($0, $1) }) { return whole }
      return try arguments.numbers { $1.isNaN || $1 > $0 ? $1 : $0 }
    case "pi":
      try arguments.count(0...0)
      return .constant(.number(.pi))
    case "round":
      if arguments.parts.count == 1 { return try arguments.rounded(.toNearestOrAwayFromZero) }
      return try arguments.numbers { x, decimals in
        guard decimals.magnitude <= 15 else { return x }
        let scale = Glibc.pow(10, decimals.rounded())
        let scaled = x * scale
        // Beyond 2⁵³ a double has no digits after the point, and the product might overflow.
        guard scaled.magnitude < 0x1p53 else { return x }
        // 1.005 is held as a little less than that: a half is what is one within the last bit.
        let half = scaled + (scaled < 0 ? -scaled.ulp : scaled.ulp)
        return half.rounded() / scale
      }
    default: return nil
    }
  }

  private static func textual(
    _ arguments: FunctionArguments, _ binder: ExpressionBinder
  ) throws(Diagnostic) -> BoundExpression? {
    switch arguments.name {
    case "lower": return try arguments.text { $0.lowercased() }
    case "upper": return try arguments.text { $0.uppercased() }
    case "length":
      try arguments.count(1...1)
      return try arguments.ofText(.integers, missing: ColumnValues.missingInteger, { .integers($0) }) { $0.count }
    case "number": return try arguments.numberInText(binder)
    case "seconds": return try arguments.clock(nil) { DurationCell.seconds($0) }
    case "duration": return try arguments.clock(.duration) { DurationCell.duration($0) }
    case "time": return try arguments.clock(.time) { DurationCell.time($0) }
    case "contains":
      return try arguments.texts { part in
        let search = TextSearch(part)
        return { search.isIn($0) }
      }
    case "starts": return try arguments.texts { part in { $0.hasPrefix(part) } }
    case "ends": return try arguments.texts { part in { $0.hasSuffix(part) } }
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
      return .logic([low, high], decisive: 0)
    case "among":
      try arguments.count(2...1000)
      var tests: [BoundExpression] = []
      for place in 1..<parts.count {
        tests.append(
          try binder.comparison(.equal, (parts[0], typed[0]), (parts[place], typed[place]), at: typed[place].span))
      }
      return .logic(tests, decisive: 1)
    default: return nil
    }
  }
}
