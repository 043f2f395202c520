internal import PodiumCore

extension Parameter where Value == Int {
  /// A whole number given by key.
  public static func int(
    _ name: String, in range: ClosedRange<Int>, default standard: Int, help: String
  ) -> Parameter<Int> {
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Parameter(
      .key(
        name, allowed: allowed, standard: String(standard), help: help,
        invalid: ["x", "1.5", ""] + range.outside),
      fallback: standard
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      guard let number = Int(text), range.contains(number) else {
        throw .badValue(name, text, allowed: allowed, span: values[0].span)
      }
      return number
    }
  }
}

extension Parameter where Value == Int? {
  /// A whole number that may be left out, given by place or by key.
  public static func optionalInt(
    _ name: String, in range: ClosedRange<Int>, positional: Bool = false, help: String
  ) -> Parameter<Int?> {
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let description =
      positional
      ? ParameterDescription(
        name: name, form: .positional(many: false), isRequired: false, allowed: allowed, standard: nil,
        help: help, completion: .none, invalid: ["x", "1.5"] + range.outside)
      : .key(name, allowed: allowed, standard: nil, help: help, invalid: ["x", "1.5"] + range.outside)
    return Parameter(description, fallback: .some(nil)) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      guard let number = Int(text), range.contains(number) else {
        throw .badValue(name, text, allowed: allowed, span: values[0].span)
      }
      return number
    }
  }
}

extension Parameter where Value == Double? {
  /// A number that may be left out, given by key; `-5,5` is read as -5.5.
  public static func number(
    _ name: String, in range: ClosedRange<Double>, unit: String = "", help: String
  ) -> Parameter<Double?> {
    let bounds = NumberText.shortest(range.lowerBound) + " to " + NumberText.shortest(range.upperBound)
    let allowed = "a number from " + bounds + (unit.isEmpty ? "" : " " + unit)
    let outside = [range.lowerBound - 1, range.upperBound + 1].map { NumberText.shortest($0) }
    return Parameter(
      .key(name, allowed: allowed, standard: nil, help: help, invalid: ["x", "nan", "inf", "1,2,3", ""] + outside),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.list(values[0]).map(\.text).joined(separator: ",")
      guard let number = Double(decimal: text), range.contains(number) else {
        throw .badValue(name, text, allowed: allowed, span: values[0].span)
      }
      return number
    }
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
