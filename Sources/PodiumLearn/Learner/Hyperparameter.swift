public import PodiumCore

/// A hyperparameter of a learner: its name, help, default, and which values it takes.
///
/// It is the one source of parsing, range check, error message and of the bad values that tests feed it.
public struct Hyperparameter: Sendable, Hashable, Codable {
  /// Which values a hyperparameter takes.
  public enum Kind: Sendable, Hashable, Codable {
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A whole number or `none`.
    case optionalInteger(ClosedRange<Int>)
    /// A finite number; an infinite bound is not a bound.
    case number(ClosedRange<Double>, exclusiveLow: Bool)
    case choice([String])
    /// A finite number or one of some names.
    case numberOrChoice(ClosedRange<Double>, exclusiveLow: Bool, [String])
    case flag
    /// The name of a column, or `none`.
    case column
    /// One to `maxCount` whole numbers, separated by `,` or `x`; `9x` is a list of one.
    case integers(ClosedRange<Int>, maxCount: Int)
    /// The same, or one of some names.
    case integersOrChoice(ClosedRange<Int>, maxCount: Int, [String])
    /// A number for each of some names, as in `no:1/yes:5`, or one of some words.
    case numbersOfNames(ClosedRange<Double>, [String])
  }

  /// The name, in lower case with hyphens (`max-depth`).
  public let name: String
  public let help: String
  public let defaultValue: HyperparameterValue
  /// Which values it takes.
  public let kind: Kind

  public init(_ name: String, _ kind: Kind, defaultValue: HyperparameterValue, help: String) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.help = help
  }

  /// Reads a value; throws `bad-value` naming the value found and the values allowed.
  public func parse(_ text: String) throws(Diagnostic) -> HyperparameterValue {
    if let value = read(text) { return value }
    throw Diagnostic("bad-value", "'\(name)' must be \(allowedText), not '\(text)'")
  }

  private func read(_ text: String) -> HyperparameterValue? {
    switch kind {
    case .integer(let range):
      return integer(text, range).map(HyperparameterValue.integer)
    case .optionalInteger(let range):
      return text == "none" ? .unset : integer(text, range).map(HyperparameterValue.integer)
    case .number(let range, let exclusiveLow):
      return number(text, range, exclusiveLow).map(HyperparameterValue.number)
    case .choice(let words):
      return words.contains(text) ? .text(text) : nil
    case .numberOrChoice(let range, let exclusiveLow, let words):
      return words.contains(text)
        ? .text(text) : number(text, range, exclusiveLow).map(HyperparameterValue.number)
    case .flag:
      return text == "yes" ? .flag(true) : text == "no" ? .flag(false) : nil
    case .column: return text.isEmpty ? nil : text == "none" ? .unset : .text(text)
    case .integersOrChoice(_, _, let words) where words.contains(text):
      return .text(text)
    case .numbersOfNames(let range, let words):
      if words.contains(text) { return .text(text) }
      let found = Hyperparameter.numbers(ofNames: text)
      return found.flatMap { $0.allSatisfy { range.contains($0.number) } ? .text(text) : nil }
    case .integers(let range, let maxCount), .integersOrChoice(let range, let maxCount, _):
      // `9x` is a list of one, which in a grid cannot be taken for a part of another.
      let list = text.hasSuffix("x") ? text.dropLast() : text[...]
      let parts = list.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "x" }
      let values = parts.prefix(maxCount + 1).compactMap { integer(String($0), range) }
      return values.count == parts.count && values.count <= maxCount ? .integers(values) : nil
    }
  }

  /// The names and numbers of `no:1/yes:5`; nil for another text, and where a name is there twice.
  public static func numbers(ofNames text: String) -> [(name: String, number: Double)]? {
    var found: [(name: String, number: Double)] = []
    let slash: Character = "\u{2F}"
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == slash }) {
      guard let colon = part.lastIndex(of: ":"), colon > part.startIndex,
        let number = finite(String(part[part.index(after: colon)...]))
      else { return nil }
      let name = String(part[..<colon])
      guard !found.contains(where: { $0.name == name }) else { return nil }
      found.append((name, number))
    }
    return found.isEmpty ? nil : found
  }

  private static func finite(_ text: String) -> Double? {
    // The standard library also reads `nan`, `infinity` and hexadecimal digits, which no one means here.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private func integer(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard let value = Int(text), range.contains(value) else { return nil }
    return value
  }

  private func number(_ text: String, _ range: ClosedRange<Double>, _ exclusiveLow: Bool) -> Double? {
    guard let value = Hyperparameter.finite(text), range.contains(value), !exclusiveLow || value > range.lowerBound
    else {
      return nil
    }
    // Adding 0 turns −0 into 0.
    return value + 0
  }

  /// The values allowed, in words: `a whole number from 1 to 1000 or none`.
  public var allowedText: String {
    switch kind {
    case .integer(let range): "a whole number" + Hyperparameter.text(range)
    case .optionalInteger(let range): "a whole number" + Hyperparameter.text(range) + " or none"
    case .number(let range, let exclusiveLow): "a number" + Hyperparameter.text(range, exclusiveLow)
    case .choice(let words): Hyperparameter.text(words)
    case .numberOrChoice(let range, let exclusiveLow, let words):
      Hyperparameter.text(words + ["a number" + Hyperparameter.text(range, exclusiveLow)])
    case .flag: "yes or no"
    case .column: "a column or none"
    case .integers(let range, let maxCount):
      "1 to \(maxCount) whole numbers" + Hyperparameter.text(range) + " separated by commas"
    case .integersOrChoice(let range, let maxCount, let words):
      Hyperparameter.text(
        words + ["1 to \(maxCount) whole numbers" + Hyperparameter.text(range) + " separated by commas"])
    case .numbersOfNames(let range, let words):
      Hyperparameter.text(words + ["names with numbers" + Hyperparameter.text(range, false) + ", as in no:1/yes:5"])
    }
  }

  private static func text(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound == .min, range.upperBound == .max) {
    case (true, true): ""
    case (false, true): " of at least \(range.lowerBound)"
    case (true, false): " of at most \(range.upperBound)"
    case (false, false): " from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  private static func text(_ range: ClosedRange<Double>, _ exclusiveLow: Bool) -> String {
    let low = NumberText.shortest(range.lowerBound)
    let high = NumberText.shortest(range.upperBound)
    switch (isOpen(range.lowerBound), isOpen(range.upperBound)) {
    case (true, true): return ""
    case (false, true): return exclusiveLow ? " above \(low)" : " of at least \(low)"
    case (true, false): return " of at most \(high)"
    case (false, false): return exclusiveLow ? " above \(low) and at most \(high)" : " from \(low) to \(high)"
    }
  }

  private static func isOpen(_ bound: Double) -> Bool {
    bound.isInfinite || bound.magnitude == Double.greatestFiniteMagnitude
  }

  /// Values it must refuse: outside the range, of another kind, empty, not finite.
  public func invalidExamples() -> [String] {
    switch kind {
    case .integer(let range): Hyperparameter.outside(range) + ["", "1.5", "many", "0x1", "1e2", "none"]
    case .optionalInteger(let range): Hyperparameter.outside(range) + ["", "1.5", "many", "0x1", "None"]
    case .number(let range, let exclusiveLow):
      Hyperparameter.outside(range, exclusiveLow) + [
        "", "nan", "inf", "-infinity", "0x1p3", "1e999", "much", "1,5",
      ]
    case .choice: ["", "no-such-choice", " "]
    case .numberOrChoice(let range, let exclusiveLow, _):
      Hyperparameter.outside(range, exclusiveLow) + ["", "nan", "inf", "no-such-choice"]
    case .flag: ["", "maybe", "2", "YES"]
    case .column: [""]
    case .numbersOfNames: ["", "no-such-choice", "a:", ":1", "a:x", "a:-1", "a:1e999", "a:1/", "a:1/a:2"]
    case .integers(let range, let maxCount), .integersOrChoice(let range, let maxCount, _):
      Hyperparameter.outside(range) + ["", ",", "1.5", "many"]
        + [[String](repeating: String(range.lowerBound), count: maxCount + 1).joined(separator: ",")]
    }
  }

  private static func outside(_ range: ClosedRange<Int>) -> [String] {
    var texts = ["99999999999999999999"]
    if range.lowerBound > .min { texts.append(String(range.lowerBound - 1)) }
    if range.upperBound < .max { texts.append(String(range.upperBound + 1)) }
    return texts
  }

  private static func outside(_ range: ClosedRange<Double>, _ exclusiveLow: Bool) -> [String] {
    var texts: [String] = []
    if !isOpen(range.lowerBound) {
      texts.append(NumberText.shortest(range.lowerBound.nextDown))
      if exclusiveLow { texts.append(NumberText.shortest(range.lowerBound)) }
    }
    if !isOpen(range.upperBound) { texts.append(NumberText.shortest(range.upperBound.nextUp)) }
    return texts
  }
}
