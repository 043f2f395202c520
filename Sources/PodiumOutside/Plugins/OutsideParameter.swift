internal import PodiumCore
internal import PodiumPlugin

/// A parameter declared by a program, and the JSON form of its value.
struct OutsideParameter: Sendable {
  /// The type of its value, and how it is given.
  private enum Form: Sendable {
    case integer(Parameter<Int>)
    case optionalInteger(Parameter<Int?>)
    case flag(Parameter<Bool>)
    case choice(Parameter<String>)
    case optionalText(Parameter<String?>)
    case text(Parameter<String>)
    case list(Parameter<[String]?>)
    case many(Parameter<[String]>)
  }

  private enum Kind: String, CaseIterable {
    case integer, flag, choice, text, column, columns, words, list
  }

  let name: String
  private let form: Form

  init(_ fields: WireFields) throws(Diagnostic) {
    name = try fields.required("name")
    let isPlain = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    guard isPlain, ![UInt8(45)].contains(name.utf8.first) else {
      throw fields.bad("a name must consist of lower-case letters, digits and hyphens")
    }
    let help = try fields.text("help") ?? "Defined by the plugin."
    let isRequired = try fields.flag("required") ?? false
    let isPositional = try fields.flag("positional") ?? isRequired
    guard let kind = try fields.choice("kind", Kind.self) else {
      throw fields.bad("'kind' is missing", Kind.allCases.map(\.rawValue))
    }
    if isRequired, ![.text, .columns, .words].contains(kind) {
      throw fields.bad("a required parameter must be of kind text, columns or words")
    }
    if isPositional, [.flag, .choice, .list].contains(kind) {
      throw fields.bad("a parameter of kind \(kind.rawValue) cannot be positional")
    }
    let low = try fields.integer("min") ?? Int(Int32.min)
    let high = try fields.integer("max") ?? Int(Int32.max)
    guard low <= high else { throw fields.bad("'min' is greater than 'max'") }
    switch kind {
    case .integer:
      if let standard = try fields.integer("default") {
        guard (low...high).contains(standard), !isPositional else {
          throw fields.bad("'default' must be from 'min' to 'max', and a positional parameter has none")
        }
        form = .integer(.int(name, in: low...high, default: standard, help: help))
      } else {
        form = .optionalInteger(.optionalInt(name, in: low...high, positional: isPositional, help: help))
      }
    case .flag: form = .flag(.flag(name, default: try fields.flag("default") ?? false, help: help))
    case .choice:
      guard let words = try fields.texts("choices"), !words.isEmpty else { throw fields.bad("'choices' is missing") }
      if let standard = try fields.text("default") {
        guard words.contains(standard) else { throw fields.bad("'default' is not among 'choices'") }
        form = .choice(.choice(name, words, default: standard, help: help))
      } else {
        form = .optionalText(.choice(name, words, help: help))
      }
    case .text:
      form =
        isRequired
        ? .text(.required(name, allowed: "text", help: help))
        : .optionalText(.text(name, positional: isPositional, help: help))
    case .column:
      form = .optionalText(
        .column(name, positional: isPositional, types: try OutsideParameter.types(fields), help: help))
    case .columns:
      form = .many(.columns(name, types: try OutsideParameter.types(fields), required: isRequired, help: help))
    case .words: form = .many(.words(name, required: isRequired, help: help))
    case .list: form = .list(.list(name, help: help))
    }
  }

  private static func types(_ fields: WireFields) throws(Diagnostic) -> [ColumnType] {
    var types: [ColumnType] = []
    for word in try fields.texts("types") ?? [] {
      guard let type = ColumnType(rawValue: word) else {
        throw fields.bad("'types' cannot hold '\(word)'", ColumnType.allCases.map(\.rawValue))
      }
      types.append(type)
    }
    return types
  }

  /// The parameter as used in a signature.
  var any: AnyParameter {
    switch form {
    case .integer(let one): one.any
    case .optionalInteger(let one): one.any
    case .flag(let one): one.any
    case .choice(let one): one.any
    case .optionalText(let one): one.any
    case .text(let one): one.any
    case .list(let one): one.any
    case .many(let one): one.any
    }
  }

  /// Whether it is given as `name=value` or omitted.
  var isOptionalKey: Bool { any.description.form == .key }

  /// Its value, as sent in a request.
  func json(_ given: some GivenValues) -> JSONValue {
    switch form {
    case .integer(let one): .integer(given[one])
    case .optionalInteger(let one): given[one].map { .integer($0) } ?? .null
    case .flag(let one): .bool(given[one])
    case .choice(let one): .string(given[one])
    case .optionalText(let one): given[one].map { .string($0) } ?? .null
    case .text(let one): .string(given[one])
    case .list(let one): given[one].map { .array($0.map { .string($0) }) } ?? .null
    case .many(let one): .array(given[one].map { .string($0) })
    }
  }
}

/// The values of parameters: the arguments of a call, or the options of an importer or a figure.
protocol GivenValues {
  subscript<Value>(_ parameter: Parameter<Value>) -> Value { get }
}

extension Call: GivenValues {}
extension ImportOptions: GivenValues {}

extension WireFields {
  /// The parameters of what takes its options by key; throws `bad-reply` for one that is required or given by place.
  func optionalParameters() throws(Diagnostic) -> [OutsideParameter] {
    let parameters = try entries("parameters", "parameter") { (entry) throws(Diagnostic) in
      try OutsideParameter(entry)
    }
    for parameter in parameters where !parameter.isOptionalKey {
      throw bad("parameter '\(parameter.name)' must be optional and given as key=value")
    }
    return parameters
  }
}
