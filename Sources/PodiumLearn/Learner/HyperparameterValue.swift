internal import PodiumCore

public enum HyperparameterValue: Sendable, Hashable, Codable {
  /// A whole number.
  case integer(Int)
  /// A real number, never NaN.
  case number(Double)
  case text(String)
  case flag(Bool)
  /// Whole numbers in order (the widths of layers).
  case integers([Int])
  /// No value (no limit).
  case unset

  /// The value as you type it, in its shortest form; lists are joined by commas.
  public var text: String {
    switch self {
    case .integer(let value): String(value)
    case .number(let value): NumberText.shortest(value)
    case .text(let value): value
    case .flag(let value): value ? "yes" : "no"
    case .integers(let values): values.map(String.init).joined(separator: ",")
    case .unset: "none"
    }
  }
}
