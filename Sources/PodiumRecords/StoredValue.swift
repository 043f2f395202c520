public import PodiumCore
public import PodiumPlugin

/// A type of property that a field of a record keeps.
public protocol StoredValue: Sendable {
  /// What the field holds.
  static var storedAs: RecordField.Kind { get }

  /// The value of a field; nil for one that another program stored and that does not fit.
  init?(stored: Value)

  /// What the field gets; missing for nothing.
  var stored: Value { get }
}

extension String: StoredValue {
  public static var storedAs: RecordField.Kind { .text }
  public init?(stored: Value) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
  public var stored: Value { .text(self) }
}

extension Int: StoredValue {
  public static var storedAs: RecordField.Kind { .integer }
  public init?(stored: Value) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
  public var stored: Value { .integer(self) }
}

extension Double: StoredValue {
  public static var storedAs: RecordField.Kind { .number }
  public init?(stored: Value) {
    guard let number = stored.asNumber else { return nil }
    self = number
  }
  public var stored: Value { .real(self) }
}

extension Bool: StoredValue {
  public static var storedAs: RecordField.Kind { .boolean }
  public init?(stored: Value) {
    guard case .boolean(let flag) = stored else { return nil }
    self = flag
  }
  public var stored: Value { .boolean(self) }
}

extension CalendarDate: StoredValue {
  public static var storedAs: RecordField.Kind { .date }
  public init?(stored: Value) {
    guard case .date(let date) = stored else { return nil }
    self = date
  }
  public var stored: Value { .date(self) }
}

extension Moment: StoredValue {
  public static var storedAs: RecordField.Kind { .datetime }
  public init?(stored: Value) {
    guard case .datetime(let moment) = stored else { return nil }
    self = moment
  }
  public var stored: Value { .datetime(self) }
}

/// A value that lists are kept of: a word, or a whole number.
public protocol ListedValue: LosslessStringConvertible, Sendable {}
extension String: ListedValue {}
extension Int: ListedValue {}

/// Several values, kept as one text with commas between them.
extension Array: StoredValue where Element: ListedValue {
  public static var storedAs: RecordField.Kind { .text }
  public init?(stored: Value) {
    guard case .text(let text) = stored else { return nil }
    self = text.split(separator: ",").compactMap { Element(String($0)) }
  }
  public var stored: Value { isEmpty ? .missing : .text(map(\.description).joined(separator: ",")) }
}

/// An enumeration of words is kept as its word.
extension StoredValue where Self: RawRepresentable, RawValue == String {
  public static var storedAs: RecordField.Kind { .text }
  public init?(stored: Value) {
    guard case .text(let text) = stored else { return nil }
    self.init(rawValue: text)
  }
  public var stored: Value { .text(rawValue) }
}
