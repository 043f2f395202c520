internal import PodiumCore
internal import PodiumPlugin

/// Schemas and parameters: from the types of fields and of what verbs take.
extension OpenAPI {
  static func reference(_ part: String, _ name: String) -> JSONValue {
    .object([("$ref", .string("#/components/\(part)/\(name)"))])
  }

  private static func object(_ properties: Members, required: [String], others: Bool = false) -> JSONValue {
    .object([
      ("type", .string("object")), ("properties", .object(properties)),
      ("required", .array(required.map(JSONValue.string))), ("additionalProperties", .bool(others)),
    ])
  }

  private static func type(_ names: String..., more: Members = []) -> JSONValue {
    .object([("type", names.count == 1 ? .string(names[0]) : .array(names.map(JSONValue.string)))] + more)
  }

  private static func words(_ words: [String]) -> JSONValue {
    .object([("type", .string("string")), ("enum", .array(words.map(JSONValue.string)))])
  }

  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    type("integer", more: [("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))])
  }

  // MARK: Answers

  static let ownSchemas: Members =
    wantedSchemas + [
      ("Anything", .object([])),
      (
        "Problem",
        object(
          [
            ("status", type("integer")), ("code", type("string")), ("title", type("string")),
            ("detail", type("string")),
            ("help", type("string")),
          ], required: ["status", "code", "title", "detail"])
      ),
      (
        "Account",
        object(
          [
            ("name", type("string")), ("role", words(AccountRole.allCases.map(\.rawValue))), ("scopes", type("object")),
          ], required: ["name", "role", "scopes"])
      ),
      (
        "Report",
        object(
          [
            ("v", type("integer")), ("status", type("string")), ("outputs", type("array")),
            ("changes", type("array", more: [("items", type("integer"))])),
          ], required: ["v", "status", "outputs", "changes"], others: true)
      ),
      (
        "Changes",
        page(
          of: object(
            [
              ("id", type("integer")), ("at", type("string", more: [("format", .string("date-time"))])),
              ("by", type("string")), ("command", type("string")), ("kind", type("string")),
              ("record", type("string")), ("action", type("string")),
            ], required: ["id", "at", "by", "command", "kind", "record", "action"]))
      ),
    ]

  private static func page(of item: JSONValue) -> JSONValue {
    object(
      [
        ("items", type("array", more: [("items", item)])),
        ("next", type("string", "null", more: [("description", .string("The address of the next page."))])),
        ("total", type("integer")),
      ], required: ["items", "next"])
  }

  /// The records of a kind, and their list; every field may be left out by `fields=`.
  func schemas(_ kind: String) -> Members {
    let fields = ResourceShape(kind, account, rules).fields
    let own = RecordJSON.ofEveryRecord.map { name in
      (name, OpenAPI.schema(of: ResourceQuery.ofEveryRecord[name] ?? .text, isRequired: true, help: nil))
    }
    let properties =
      own
      + fields.map { field in
        (
          field.column.name,
          OpenAPI.schema(of: field.column.kind, isRequired: field.column.isRequired, help: field.key?.help)
        )
      }
    return [
      (kind, OpenAPI.object(properties, required: RecordJSON.ofEveryRecord)),
      (kind + ".list", OpenAPI.page(of: OpenAPI.reference("schemas", kind))),
    ]
  }

  private static func schema(of kind: RecordField.Kind, isRequired: Bool, help: String?) -> JSONValue {
    var (name, more): (String, Members) = ("string", [])
    switch kind {
    case .text, .reference, .bytes: break
    case .integer: name = "integer"
    case .number: name = "number"
    case .boolean: name = "boolean"
    case .date: more = [("format", .string("date"))]
    case .datetime: more = [("format", .string("date-time"))]
    }
    if let help { more.append(("description", .string(help))) }
    return isRequired ? type(name, more: more) : type(name, "null", more: more)
  }

  // MARK: Parameters

  static func parameter(_ name: String, _ schema: JSONValue) -> JSONValue {
    .object([("name", .string(name)), ("in", .string("query")), ("schema", schema)])
  }

  /// One that takes several values: repeated, or with commas between them.
  private static func parameter(_ name: String, of item: JSONValue, isRepeated: Bool) -> JSONValue {
    .object([
      ("name", .string(name)), ("in", .string("query")), ("style", .string("form")), ("explode", .bool(isRepeated)),
      ("schema", type("array", more: [("items", item)])),
    ])
  }

  static func path(_ schema: JSONValue) -> JSONValue {
    .object([("name", .string("id")), ("in", .string("path")), ("required", .bool(true)), ("schema", schema)])
  }

  static let id = path(type("string", more: [("minLength", .integer(1))]))
  static let format = parameter("format", words(Representation.allCases.map(\.rawValue)))

  static func header(_ name: String, isRequired: Bool = false) -> JSONValue {
    .object([
      ("name", .string(name)), ("in", .string("header")), ("required", .bool(isRequired)),
      ("schema", type("string")),
    ])
  }

  static let onceKey: JSONValue = .object([
    ("name", .string("Idempotency-Key")), ("in", .string("header")),
    ("description", .string("Your name for the request: sent again, it is done once.")),
    ("schema", type("string", more: [("minLength", .integer(1)), ("maxLength", .integer(255))])),
  ])

  static func chosen(_ shape: ResourceShape) -> JSONValue {
    parameter("fields", of: words(shape.fields.map(\.column.name)), isRepeated: false)
  }

  /// The parameters of a list that work, each with its type.
  func filters(_ kind: String, _ shape: ResourceShape) -> [JSONValue] {
    var found: [JSONValue] = []
    let fields = shape.fields.map { ($0.column.name, $0.column.kind) }
    let all = fields + RecordJSON.ofEveryRecord.map { ($0, ResourceQuery.ofEveryRecord[$0] ?? .text) }
    for (name, type) in all {
      let value = OpenAPI.wanted(type)
      found.append(OpenAPI.parameter(name, of: value, isRepeated: true))
      var comparisons = ["lt", "le", "gt", "ge", "not"]
      if type.isText { comparisons += ["starts", "ends", "has"] }
      found += comparisons.map { OpenAPI.parameter(name + "." + $0, value) }
      found.append(OpenAPI.parameter(name + ".missing", OpenAPI.reference("schemas", "yesOrNo")))
    }
    for other in rules.readableKinds(for: account).sorted(by: CodePointOrder.precedes) {
      guard rules.things[other]?.fields.contains(where: { $0.link?.kind == kind && $0.link?.isList == false }) == true
      else { continue }
      found += ResourceShape(other, account, rules).fields.map {
        OpenAPI.parameter(other + "." + $0.column.name, of: OpenAPI.wanted($0.column.kind), isRepeated: true)
      }
    }
    let orders = all.map(\.0)
    return found + [
      OpenAPI.parameter("order", of: OpenAPI.words(orders + orders.map { "-" + $0 }), isRepeated: false),
      OpenAPI.chosen(shape), OpenAPI.parameter("limit", OpenAPI.integer(1...ResourceQuery.mostItems)),
      OpenAPI.parameter("count", OpenAPI.reference("schemas", "yesOrNo")), OpenAPI.format,
    ]
  }

  /// A value of a filter.
  private static func wanted(_ kind: RecordField.Kind) -> JSONValue {
    let name =
      switch kind {
      case .text, .reference, .bytes: "text"
      case .integer: "whole"
      case .number: "number"
      case .boolean: "truth"
      case .date: "day"
      case .datetime: "moment"
      }
    return reference("schemas", name)
  }

  /// The values that filters take, each described once.
  private static let wantedSchemas: Members = [
    ("text", type("string")), ("whole", integer(Int.min...Int.max)), ("number", type("number")),
    ("truth", words(["yes", "no", "true", "false"])), ("yesOrNo", words(["yes", "no"])),
    ("day", type("string", more: [("format", .string("date"))])),
    ("moment", type("string", more: [("pattern", .string(moment))])),
  ]

  /// A time with its offset; `date-time` would allow offsets that no clock has.
  private static let moment =
    "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    + "(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])$"

  // MARK: Bodies

  /// What an action takes: fields of the record by their names.
  static func body(_ form: ActionForm) -> JSONValue {
    let properties = form.inputs.map { input in (input.name, value(input.parameter)) }
    let required = form.inputs.filter { $0.parameter.isRequired && $0.parameter.form != .key }.map(\.name)
    return object(properties, required: required)
  }

  private static func value(_ parameter: ParameterDescription) -> JSONValue {
    let help: Members = [("description", .string(parameter.help))]
    if parameter.form == .positional(many: true) { return type("string", "number", "array", more: help + [texts]) }
    switch parameter.type {
    case .flag:
      let words = ["yes", "no", "true", "false", "on", "off"].map(JSONValue.string)
      return .object([("enum", .array([.bool(true), .bool(false)] + words + [.null]))] + help)
    case .integer(let range):
      let bounds: Members = [("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))]
      return type("integer", "string", "null", more: bounds + help)
    case .number(let range) where range.lowerBound.isFinite && range.upperBound.isFinite:
      let bounds: Members = [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
      return type("number", "string", "null", more: bounds + help)
    case .choice(let words): return .object([("enum", .array(words.map(JSONValue.string) + [.null]))] + help)
    case .list: return type("array", "string", "number", "boolean", "null", more: help + [texts])
    case .number, .share, .text, .column, .learner: return type("string", "number", "boolean", "null", more: help)
    }
  }

  private static let texts = ("items", type("string", "number"))

  /// One command as its parts, or as it is typed.
  static func command(_ verbs: [String]) -> JSONValue {
    let typed = object(
      [
        (
          "command",
          type(
            "string",
            more: [
              ("pattern", .string("^(" + verbs.joined(separator: "|") + ")( [A-Za-z0-9-]+){0,8}$")),
              ("description", .string("A command as it is typed; words with spaces are in quotes.")),
            ])
        )
      ], required: ["command"])
    let parts = object(
      [
        ("verb", words(verbs)), ("words", type("array", more: [texts])),
        (
          "keys",
          .object([
            ("type", .string("object")),
            ("propertyNames", type("string", more: [("pattern", .string("^[a-z][a-z0-9-]*$"))])),
            ("additionalProperties", type("string", "number", "boolean")),
          ])
        ),
      ], required: ["verb"])
    return .object([("oneOf", .array([typed, parts]))])
  }

  /// An example of a command that the account may use and that changes nothing.
  func example(_ verbs: [String]) -> JSONValue? {
    let runner = pages.runner
    let plain = verbs.first { verb in
      runner.readsOnly(verb)
        && runner.registry.command(verb)?.signature.parameters.contains { $0.description.isRequired } == false
    }
    return plain.map { .object([("plain", .object([("value", .object([("command", .string($0))]))]))]) }
  }
}
