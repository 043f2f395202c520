internal import PodiumCore
internal import PodiumPlugin

/// Schemas and parameters: from the types of fields and of what verbs take.
extension OpenAPI {
  static func reference(_ part: String, _ name: String) -> JSONValue { ["$ref": "#/components/\(part)/\(name)"] }

  private static func object(_ properties: Members, required: [String]) -> JSONValue {
    [
      "type": "object", "properties": .object(properties), "required": .words(required),
      "additionalProperties": false,
    ]
  }

  static func choice(_ words: [String]) -> JSONValue { ["type": "string", "enum": .words(words)] }

  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
  }

  private static let text: JSONValue = ["type": "string"]
  private static let whole: JSONValue = ["type": "integer"]

  // MARK: Answers

  /// What no kind of record has a part in, and the values that filters take: a time has a pattern, since `date-time` would allow
  /// offsets that no clock has.
  static let ownSchemas: Members = (try? JSONReader.value(PackageResources.schemas_json))?.members ?? []

  private static func page(of item: JSONValue) -> JSONValue {
    object(
      [
        ("items", ["type": "array", "items": item]),
        ("next", ["type": ["string", "null"], "description": "The address of the next page."]), ("total", whole),
      ], required: ["items", "next"])
  }

  /// The records of a kind, and their list; every field may be left out by `fields=`.
  func schemas(_ kind: String) -> Members {
    let own = RecordJSON.ofEveryRecord.map { name in
      (name, OpenAPI.schema(of: ResourceQuery.ofEveryRecord[name] ?? .text, isRequired: true, help: nil))
    }
    let properties = ResourceShape(kind, account, rules).fields.map { field in
      (
        field.column.name,
        OpenAPI.schema(of: field.column.kind, isRequired: field.column.isRequired, help: field.key?.help)
      )
    }
    return [
      (kind, OpenAPI.object(own + properties, required: RecordJSON.ofEveryRecord)),
      (kind + ".list", OpenAPI.page(of: OpenAPI.reference("schemas", kind))),
    ]
  }

  private static func schema(of kind: RecordField.Kind, isRequired: Bool, help: String?) -> JSONValue {
    let form = ServedFieldForm(kind)
    let more: Members =
      (form.format.map { [("format", $0)] } ?? []) + (help.map { [("description", .string($0))] } ?? [])
    return .object([("type", isRequired ? form.type : [form.type, "null"])] + more)
  }

  // MARK: Parameters

  static func parameter(_ name: String, _ schema: JSONValue) -> JSONValue {
    ["name": .string(name), "in": "query", "schema": schema]
  }

  /// One that takes several values: repeated, or with commas between them.
  static func parameter(_ name: String, of item: JSONValue, isRepeated: Bool) -> JSONValue {
    parameter(name, ["type": "array", "items": item, "minItems": 1])
      .with([("style", "form"), ("explode", .bool(isRepeated))])
  }

  static func path(_ schema: JSONValue) -> JSONValue {
    ["name": "id", "in": "path", "required": true, "schema": schema]
  }

  static let id = path(["type": "string", "minLength": 1])
  static let format = parameter("format", choice(Representation.allCases.map(\.rawValue)))

  static func header(_ name: String, isRequired: Bool = false) -> JSONValue {
    ["name": .string(name), "in": "header", "required": .bool(isRequired), "schema": text]
  }

  static let onceKey: JSONValue = [
    "name": "Idempotency-Key", "in": "header",
    "description": "Your name for the request: sent again, it is done once.",
    "schema": ["type": "string", "minLength": 1, "maxLength": 255],
  ]

  static func chosen(_ shape: ResourceShape) -> JSONValue {
    parameter("fields", of: choice(shape.fields.map(\.column.name)), isRepeated: false)
  }

  /// Fields to order by, each once, upwards or downwards.
  private static func order(_ names: [String]) -> JSONValue {
    let both = names.map { name -> JSONValue in
      ["allOf": [["contains": ["const": .string(name)]], ["contains": ["const": .string("-" + name)]]]]
    }
    let schema: JSONValue = [
      "type": "array", "items": choice(names.flatMap { [$0, "-" + $0] }), "minItems": 1, "uniqueItems": true,
      "not": ["anyOf": .array(both)],
    ]
    return parameter("order", schema).with([("style", "form"), ("explode", false)])
  }

  /// The parameters of a list that work, each with its type.
  func filters(_ kind: String, _ shape: ResourceShape) -> [JSONValue] {
    var found: [JSONValue] = []
    let stamps = RecordJSON.ofEveryRecord.map { ($0, ResourceQuery.ofEveryRecord[$0] ?? .text) }
    let all = shape.fields.map { ($0.column.name, $0.column.kind) } + stamps
    for (name, type) in all {
      let value = OpenAPI.wanted(type)
      found.append(OpenAPI.parameter(name, of: value, isRepeated: true))
      found += ["lt", "le", "gt", "ge", "not"].map { OpenAPI.parameter(name + "." + $0, value) }
      if type.isText {
        found += ["starts", "ends", "has"].map {
          OpenAPI.parameter(name + "." + $0, ["type": "string", "minLength": 1])
        }
      }
      found.append(OpenAPI.parameter(name + ".missing", OpenAPI.reference("schemas", "yesOrNo")))
    }
    for (other, _) in shape.naming {
      found += ResourceShape(other, account, rules).fields.map {
        OpenAPI.parameter(other + "." + $0.column.name, of: OpenAPI.wanted($0.column.kind), isRepeated: true)
      }
    }
    return found + [
      OpenAPI.order(all.map(\.0)), OpenAPI.chosen(shape),
      OpenAPI.parameter("limit", OpenAPI.integer(1...ResourceQuery.mostItems)),
      OpenAPI.parameter("count", OpenAPI.reference("schemas", "yesOrNo")), OpenAPI.format,
    ]
  }

  private static func wanted(_ kind: RecordField.Kind) -> JSONValue { reference("schemas", ServedFieldForm(kind).name) }

  // MARK: Bodies

  /// What an action takes: the fields of the record by the names that it is shown with, and the verb's own words.
  func body(_ form: ActionForm, of kind: String) -> JSONValue {
    let fields = ResourceShape(kind, account, rules).fields.map(\.column)
    var properties: Members = form.inputs.map { input in
      let help: Members = [("description", .string(input.parameter.help))]
      return (input.name, OpenAPI.value(input.parameter, of: input.field?.kind).with(help))
    }
    func add(_ name: String, _ schema: JSONValue) {
      if !properties.contains(where: { $0.0 == name }) { properties.append((name, schema)) }
    }
    for typing in form.typed {
      for field in fields where typing.fields.contains(field.name) {
        add(field.name, OpenAPI.schema(of: field.kind, isRequired: false, help: "The same as \(typing.name)."))
      }
    }
    for input in form.inputs {
      let help: Members = [("description", .string("The same as \(input.name)."))]
      add(input.parameter.name, OpenAPI.value(input.parameter, of: input.field?.kind).with(help))
    }
    if form.subject != nil, fields.contains(where: { $0.name == "archived" }) {
      add("archived", ["type": ["boolean", "null"], "description": "Alone: archives the record, or restores it."])
    }
    // Each word that must be there has one of its names.
    let ways = form.inputs.filter(\.parameter.isWord).map { input -> [[String]] in
      let typing = form.typed.first { $0.name == input.parameter.name }?.fields ?? []
      let isWhole = fields.allSatisfy { $0.isRequired || !typing.contains($0.name) }
      let names = Set([input.name, input.parameter.name]).inCodePointOrder().map { [$0] }
      return names + (typing.isEmpty ? [] : isWhole ? [typing] : typing.map { [$0] })
    }
    let body = OpenAPI.object(properties, required: ways.filter { $0.count == 1 }.flatMap { $0[0] })
    let choices = ways.filter { $0.count > 1 }.map { ways -> JSONValue in
      ["anyOf": .array(ways.map { ["required": .words($0)] })]
    }
    return choices.isEmpty ? body : body.with([("allOf", .array(choices))])
  }

  private static func value(_ parameter: ParameterDescription, of kind: RecordField.Kind?) -> JSONValue {
    if parameter.form == .positional(many: true) { return ["type": ["string", "number", "array"], "items": scalar] }
    // A word that must be there has a value.
    let none = parameter.isWord ? [] : ["null"]
    switch parameter.type {
    case .flag: return ["enum": [true, false, "yes", "no", "true", "false", "on", "off", .null]]
    case .integer(let range):
      return [
        "type": ["integer", "string", "null"], "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .number(let range) where range.lowerBound.isFinite && range.upperBound.isFinite:
      return [
        "type": ["number", "string", "null"], "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .choice(let words):
      let flags: [JSONValue] = kind == .boolean ? [true, false] : []
      return ["enum": .array(flags + words.map(JSONValue.string) + [.null])]
    case .list: return ["type": .words(["array", "string", "number"] + none), "items": scalar]
    case .number, .share, .text, .column, .learner: return ["type": .words(["string", "number"] + none)]
    }
  }

  private static let scalar: JSONValue = ["type": ["string", "number"]]

  /// One command as its parts, or as it is typed.
  static func command(_ verbs: [String]) -> JSONValue {
    let typed: JSONValue = [
      "type": "string", "pattern": "^(\(verbs.joined(separator: "|")))( .*)?$",
      "description": "A command as it is typed; words with spaces are in quotes.",
    ]
    let keys: JSONValue = [
      "type": "object", "propertyNames": ["type": "string", "pattern": "^[a-z][a-z0-9-]*$"],
      "additionalProperties": ["type": ["string", "number", "boolean", "array"], "items": scalar],
    ]
    let words: JSONValue = ["type": "array", "items": scalar]
    let parts = object([("verb", choice(verbs)), ("words", words), ("keys", keys)], required: ["verb"])
    return ["oneOf": [object([("command", typed)], required: ["command"]), parts]]
  }

  /// An example of a command that the account may use and that changes nothing.
  func example(_ verbs: [String]) -> JSONValue? {
    let plain = verbs.first { verb in
      let parameters = pages.runner.registry.command(verb)?.signature.parameters
      return pages.runner.readsOnly(verb) && parameters?.contains { $0.description.isRequired } == false
    }
    return plain.map { ["command": .string($0)] }
  }
}
