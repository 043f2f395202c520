/// JSON as it is written, for documents that are mostly fixed words.
extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }
  /// `true` or `false`.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// A list.
  public init(arrayLiteral items: JSONValue...) { self = .array(items) }
  /// An object, with its members in their order.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

  /// An object with further members.
  package func with(_ members: [(String, JSONValue)]) -> JSONValue { .object((self.members ?? []) + members) }

  /// Words as an array.
  package static func words(_ words: [String]) -> JSONValue { .array(words.map(JSONValue.string)) }
}
