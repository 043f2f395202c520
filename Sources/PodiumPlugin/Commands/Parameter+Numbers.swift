internal import PodiumCore

extension Parameter where Value == Int {
  /// A whole number given by key.
  public static func int(
    _ name: String, in range: ClosedRange<Int>, default standard: Int, help: String
  ) -> Parameter<Int> {
    let description = ParameterDescription(
      name, type: .integer(range), standard: String(standard), help: help, invalid: ["x", "1.5", ""] + range.outside)
    return Parameter(description, fallback: standard) { values, scope throws(Diagnostic) in
      try scope.integer(values[0], description, in: range)
    }
  }
}

extension Parameter where Value == Int? {
  /// A whole number that may be left out, given by place or by key.
  public static func optionalInt(
    _ name: String, in range: ClosedRange<Int>, positional: Bool = false, help: String
  ) -> Parameter<Int?> {
    let description = ParameterDescription(
      name, positional ? .positional(many: false) : .key, type: .integer(range), help: help,
      invalid: ["x", "1.5"] + range.outside)
    return Parameter(description, fallback: .some(nil)) { values, scope throws(Diagnostic) in
      try scope.integer(values[0], description, in: range)
    }
  }
}

extension ParsingScope {
  fileprivate func integer(
    _ value: ArgumentValue, _ description: ParameterDescription, in range: ClosedRange<Int>
  ) throws(Diagnostic) -> Int {
    let text = try single(value, description.name)
    guard let number = Int(text), range.contains(number) else {
      throw .badValue(description.name, text, allowed: description.allowed, span: value.span)
    }
    return number
  }
}

extension Parameter where Value == Double? {
  /// A number that may be left out, given by key; `-5,5` is read as -5.5, and its unit may follow it: `-5,5°C`. Of °C a number in °F is
  /// converted, to a tenth: `23F`.
  public static func number(
    _ name: String, in range: ClosedRange<Double>, unit: String = "", help: String
  ) -> Parameter<Double?> {
    let allowed = ParameterType.number(range).phrase + (unit.isEmpty ? "" : " " + unit)
    let outside = [range.lowerBound - 1, range.upperBound + 1].map { NumberText.shortest($0) }
    return Parameter(
      ParameterDescription(
        name, type: .number(range), allowed: allowed, help: help, invalid: ["x", "nan", "inf", "1,2,3", ""] + outside),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.list(values[0]).map(\.text).joined(separator: ",")
      guard let number = measured(text, unit), range.contains(number) else {
        throw .badValue(name, text, allowed: allowed, span: values[0].span)
      }
      return number
    }
  }

  /// The number of a text with or without its unit.
  private static func measured(_ text: String, _ unit: String) -> Double? {
    guard unit == "°C", text.lowercased().hasSuffix("f") else { return Double(decimal: bare(text, unit)) }
    return Double(decimal: bare(text, "°F")).map { (($0 - 32) / 1.8 * 10).rounded() / 10 }
  }

  /// A text without the unit at its end, which need not have its sign for degrees.
  private static func bare(_ text: String, _ unit: String) -> Substring {
    let endings = [unit, unit.replacing("°", with: "")]
    let ending = endings.first { !$0.isEmpty && text.lowercased().hasSuffix($0.lowercased()) }
    return text.dropLast(ending?.count ?? 0)
  }
}

extension Double {
  /// A finite number in digits with a point or a comma before its fraction; nil for any other text.
  public init?(decimal text: some StringProtocol) {
    let plain = text.utf8.count <= 40 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || "+-.,".utf8.contains($0) }
    guard plain, text.utf8.count(where: { $0 == 0x2C || $0 == 0x2E }) <= 1 else { return nil }
    let pointed = String(text.map { $0 == "," ? "." : $0 })
    guard let number = Double(pointed), number.isFinite else { return nil }
    self = number
  }
}

extension ClosedRange where Bound == Int {
  /// The whole numbers just outside, as typed.
  fileprivate var outside: [String] {
    [lowerBound > .min ? String(lowerBound - 1) : nil, upperBound < .max ? String(upperBound + 1) : nil]
      .compactMap { $0 }
  }
}
