public import PodiumCore

/// The type of a parameter's values with what bounds them, for forms and for programs that describe commands.
public enum ParameterType: Sendable, Equatable {
  /// Any text; the completion says what it names.
  case text
  /// `yes` or `no`.
  case flag
  /// A whole number in a range.
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// A part of a whole above 0 and below 1, as a percentage or a fraction.
  case share
  /// One of some words.
  case choice([String])
  /// A column of the current table, of one of some types (empty: of any).
  case column([ColumnType])
  /// A learner with its hyperparameters.
  case learner
  /// Texts with commas between them.
  case list

  /// The type in one word, as `help --format json` has it.
  public var name: String {
    switch self {
    case .text: "text"
    case .flag: "flag"
    case .integer: "integer"
    case .number: "number"
    case .share: "share"
    case .choice: "choice"
    case .column: "column"
    case .learner: "learner"
    case .list: "list"
    }
  }

  /// The least and the greatest value; nil where no range bounds them.
  public var range: ClosedRange<Double>? {
    switch self {
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .number(let range): range
    case .share: 0...1
    default: nil
    }
  }

  /// The words to choose from; empty where they are not fixed.
  public var choices: [String] {
    switch self {
    case .flag: ["yes", "no"]
    case .choice(let words): words
    default: []
    }
  }

  /// The values allowed, as a phrase.
  var phrase: String {
    switch self {
    case .text: "text"
    case .flag: "yes or no"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(ParameterType.typed(range.lowerBound)) to \(ParameterType.typed(range.upperBound))"
    case .share: "a percentage above 0 and below 100, such as 95%"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .column(let types): "a column" + ParameterType.phrase(types)
    case .learner: "a learner"
    case .list: "a list, as in a,b,c"
    }
  }

  /// What a completion offers for it.
  var completion: Completion {
    switch self {
    case .flag, .choice: .words(choices)
    case .column(let types): .columns(types)
    case .learner: .learners
    case .text, .integer, .number, .share, .list: .none
    }
  }

  /// A bound in digits, as it can be typed: a number with an exponent is not read.
  private static func typed(_ bound: Double) -> String {
    if let whole = Int(exactly: bound) { return String(whole) }
    var text = NumberText.shortest(bound)
    guard text.contains("e") else { return text }
    text = NumberText.fixed(bound, 17)
    while text.last == "0" { text.removeLast() }
    return text
  }

  /// ` of type number, integer`; empty for columns of any type.
  static func phrase(_ types: [ColumnType]) -> String {
    types.isEmpty ? "" : " of type " + types.map(\.rawValue).joined(separator: ", ")
  }
}
