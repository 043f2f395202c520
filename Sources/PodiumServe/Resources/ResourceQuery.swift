internal import PodiumCore
internal import PodiumPlugin

/// What the parameters of a list ask for: filters, order, fields, a page.
///
/// Every name must be a field that the account reads, every value of its type: nothing is ignored, since a filter that is
/// mistyped would return everything.
struct ResourceQuery {
  /// The records, one more than the page has, so that it is known whether others follow.
  let query: RecordQuery
  /// The conditions without the page's place, for the total.
  let filters: [RecordQuery.Condition]
  let fields: [String]
  let limit: Int
  let countsAll: Bool
  /// What tells this list from others.
  let list: [String]

  /// The most records of a page, and how many there are by default.
  static let mostItems = 500
  static let usualItems = 50
  /// The parameters that are none of a field.
  static let ownNames: Set<String> = ["order", "fields", "limit", "after", "count", "format"]
  static let ofEveryRecord: [String: RecordField.Kind] = [
    "id": .text, "revision": .integer, "created_at": .datetime, "created_by": .text, "changed_at": .datetime,
    "changed_by": .text,
  ]

  private enum Comparison: String, CaseIterable { case lt, le, gt, ge, not, starts, ends, has, missing }

  /// Reads the parameters; throws `unknown-parameter` and `bad-parameter`.
  init(
    _ parameters: [ServedRequest.Parameter], of kind: String, for account: Account, _ rules: ServedRules,
    in store: any RecordStore
  ) throws(Diagnostic) {
    let shape = ResourceShape(kind, account, rules)
    let asked = Dictionary(grouping: parameters, by: \.name).mapValues { $0.map(\.value) }
      .filter { $0.key == "order" || !ResourceQuery.ownNames.contains($0.key) }.inCodePointOrder(by: \.key)
    let own = GivenParameters(parameters)
    var filters: [RecordQuery.Condition] = []
    for (name, values) in asked where name != "order" { filters += try ResourceQuery.filter(name, values, shape) }
    var order: [(field: String, descending: Bool)] = []
    for word in try own.words("order") ?? [] {
      let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
      _ = try shape.kind(of: name)
      guard !order.contains(where: { $0.field == name }) else {
        throw ResourceQuery.bad("order names '\(name)' twice")
      }
      order.append((name, word.hasPrefix("-")))
    }
    fields = try shape.chosen(own.words("fields"))
    let limit = try own.whole("limit", from: 1, to: ResourceQuery.mostItems) ?? ResourceQuery.usualItems
    countsAll = try own.choice("count", ["yes", "no"]) == "yes"
    list = [account.name, kind] + asked.flatMap { [$0.key, "\($0.value.count)"] + $0.value }
    var conditions = filters
    if let text = try own.text("after") {
      guard let place = try PageToken.place(text, of: list, order, shape, in: store) else {
        throw ResourceQuery.bad("after is not what a page of this list gave as its next")
      }
      conditions.append(.follows(place))
    }
    (self.filters, self.limit) = (filters, limit)
    query = RecordQuery(kind, where: conditions, order: order, limit: limit + 1)
  }

  static func bad(_ message: String) -> Diagnostic { Diagnostic("bad-parameter", message) }

  private static func filter(
    _ name: String, _ values: [String], _ shape: ResourceShape
  ) throws(Diagnostic) -> [RecordQuery.Condition] {
    if let back = try shape.linkedFilter(name, values) { return [back] }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let field = parts.first ?? name
    let kind = try shape.kind(of: field, in: name)
    guard parts.count > 1 else {
      let wanted = try values.map { (text) throws(Diagnostic) in try value(text, kind, field) }
      return [wanted.count == 1 ? .equals(field, wanted[0]) : .isOneOf(field, wanted)]
    }
    guard let comparison = Comparison(rawValue: parts[1]) else {
      throw Diagnostic.unknown("parameter", name, among: Comparison.allCases.map { field + "." + $0.rawValue })
    }
    guard values.count == 1, let text = values.first else {
      throw bad("parameter '\(name)' is given \(values.count) times")
    }
    switch comparison {
    case .lt: return [.isBefore(field, try value(text, kind, field))]
    case .le: return [.isAtMost(field, try value(text, kind, field))]
    case .ge: return [.isAtLeast(field, try value(text, kind, field))]
    case .gt:
      let bound = try value(text, kind, field)
      return [.isAtLeast(field, bound), .not(.equals(field, bound))]
    case .not: return [.not(.equals(field, try value(text, kind, field)))]
    case .starts, .ends, .has:
      guard kind.isText else { throw bad("field '\(field)' has no text to search") }
      guard !text.isEmpty else { throw bad("parameter '\(name)' is empty") }
      return [
        comparison == .starts
          ? .hasPrefix(field, text) : comparison == .ends ? .hasSuffix(field, text) : .contains(field, text)
      ]
    case .missing:
      guard text == "yes" || text == "no" else { throw bad("\(name) must be yes or no, not '\(Abridged.text(text))'") }
      return [text == "yes" ? .isMissing(field) : .not(.isMissing(field))]
    }
  }

  /// A value of a field's type; throws `bad-parameter`.
  static func value(_ text: String, _ kind: RecordField.Kind, _ field: String) throws(Diagnostic) -> Value {
    let found = ServedFieldForm(kind).read(text)
    if let found { return found }
    throw bad("field '\(field)' takes \(ServedFieldForm(kind).example), not '\(Abridged.text(text))'")
  }
}

/// How the values of a kind of field are written in an address and described in OpenAPI.
struct ServedFieldForm {
  /// The name of its schema as the value of a filter.
  let name: String
  /// Its type in JSON Schema, and the format of that.
  let type: JSONValue
  let format: JSONValue?
  let example: String
  /// The value of a text; nil for what is none.
  let read: (String) -> Value?

  init(_ kind: RecordField.Kind) {
    (name, type, format, example, read) =
      switch kind {
      case .text, .reference: ("text", "string", nil, "text", { .text($0) })
      case .integer: ("whole", "integer", nil, "a whole number", { Int($0).map(Value.integer) })
      case .number:
        ("number", "number", nil, "a number", { Double($0).flatMap { $0.isFinite ? .number($0) : nil } })
      case .boolean:
        (
          "truth", "boolean", nil, "yes or no",
          { ["yes": true, "true": true, "no": false, "false": false][$0].map(Value.boolean) }
        )
      case .date: ("day", "string", "date", "a day, as in 2026-01-24", { CalendarDate(iso: $0).map(Value.date) })
      case .datetime:
        ("moment", "string", "date-time", "a time, as in 2026-01-24T08:30:00Z", { Moment(iso: $0).map(Value.datetime) })
      case .bytes: ("text", "string", nil, "no value", { _ in nil })
      }
  }
}

extension RecordField.Kind {
  var isText: Bool { self != .bytes && ServedFieldForm(self).name == "text" }
}
