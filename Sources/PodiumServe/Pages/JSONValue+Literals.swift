package import PodiumCore

/// JSON as it is written, for documents that are mostly fixed words.
extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(arrayLiteral items: JSONValue...) { self = .array(items) }
  package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

  /// An object with further members.
  func with(_ members: [(String, JSONValue)]) -> JSONValue { .object((self.members ?? []) + members) }

  /// Words as an array.
  static func words(_ words: [String]) -> JSONValue { .array(words.map(JSONValue.string)) }
}
