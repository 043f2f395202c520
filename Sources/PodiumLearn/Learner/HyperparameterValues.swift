public import PodiumCore

/// A checked value for every hyperparameter of a learner, in the order of their definitions.
public struct HyperparameterValues: Sendable, Hashable, Codable {
  /// One hyperparameter with its value.
  public struct Entry: Sendable, Hashable, Codable {
    /// The hyperparameter's name.
    public let name: String
    public let value: HyperparameterValue
    /// Whether the value is the default.
    public let isDefault: Bool
  }

  /// All values in the order of their definitions.
  public let entries: [Entry]

  /// Takes the defaults and sets what is given as text.
  ///
  /// Throws `unknown-hyperparameter` with the nearest name, `bad-value`, and `duplicate-hyperparameter`.
  public init(_ definitions: [Hyperparameter], given: [(String, String)] = []) throws(Diagnostic) {
    var chosen: [String: HyperparameterValue] = [:]
    for (name, text) in given {
      guard let definition = definitions.first(where: { $0.name == name }) else {
        throw Diagnostic.unknown("hyperparameter", name, among: definitions.map(\.name))
      }
      guard chosen.updateValue(try definition.parse(text), forKey: name) == nil else {
        throw Diagnostic("duplicate-hyperparameter", "'\(name)' is given twice")
      }
    }
    entries = definitions.map {
      let value = chosen[$0.name] ?? $0.defaultValue
      return Entry(name: $0.name, value: value, isDefault: value == $0.defaultValue)
    }
  }

  /// The values that differ from their defaults, as you type them, in the order of their definitions.
  public var given: [(String, String)] { entries.filter { !$0.isDefault }.map { ($0.name, $0.value.text) } }

  /// A value by its hyperparameter's name.
  public subscript(name: String) -> HyperparameterValue? { entries.first { $0.name == name }?.value }

  /// A whole number; throws `bad-value` when the hyperparameter holds none.
  public func integer(_ name: String) throws(Diagnostic) -> Int {
    if case .integer(let value) = self[name] { return value }
    throw .notHeld(name, "a whole number")
  }

  /// A whole number, or nil for `none`; throws `bad-value` when the hyperparameter holds neither.
  public func optionalInteger(_ name: String) throws(Diagnostic) -> Int? {
    if case .unset = self[name] { return nil }
    return try integer(name)
  }

  /// A number; throws `bad-value` when the hyperparameter holds none.
  public func number(_ name: String) throws(Diagnostic) -> Double {
    if case .number(let value) = self[name] { return value }
    throw .notHeld(name, "a number")
  }

  /// A word; throws `bad-value` when the hyperparameter holds none.
  public func text(_ name: String) throws(Diagnostic) -> String {
    if case .text(let value) = self[name] { return value }
    throw .notHeld(name, "a name")
  }

  /// The name of a column, or nil for `none`; throws `bad-value` when the hyperparameter holds neither.
  public func column(_ name: String) throws(Diagnostic) -> String? {
    if case .unset = self[name] { return nil }
    return try text(name)
  }

  /// Yes or no; throws `bad-value` when the hyperparameter holds neither.
  public func flag(_ name: String) throws(Diagnostic) -> Bool {
    if case .flag(let value) = self[name] { return value }
    throw .notHeld(name, "yes or no")
  }

  /// Whole numbers; throws `bad-value` when the hyperparameter holds no list.
  public func integers(_ name: String) throws(Diagnostic) -> [Int] {
    if case .integers(let value) = self[name] { return value }
    throw .notHeld(name, "a list of whole numbers")
  }
}

extension Diagnostic {
  fileprivate static func notHeld(_ name: String, _ kind: String) -> Diagnostic {
    Diagnostic("bad-value", "hyperparameter '\(name)' is not \(kind)")
  }
}
