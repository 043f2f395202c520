public import PodiumCore

extension Parameter where Value == Bool {
  /// `yes` or `no`, given by key.
  public static func flag(_ name: String, default standard: Bool, help: String) -> Parameter<Bool> {
    Parameter(
      ParameterDescription(
        name, type: .flag, standard: standard ? "yes" : "no", help: help, invalid: ["maybe", "2"]),
      fallback: standard
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      switch text {
      case "yes", "true", "on": return true
      case "no", "false", "off": return false
      default: throw .badValue(name, text, allowed: "yes or no", span: values[0].span)
      }
    }
  }
}

extension Parameter where Value == String? {
  /// One of some words, given by key; nil when it is left out. `aliases` are other ways to write them.
  public static func choice(
    _ name: String, _ words: [String], aliases: [String: String] = [:], help: String
  ) -> Parameter<String?> {
    Parameter(
      ParameterDescription(name, type: .choice(words), help: help, invalid: ["no-such-word"]),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let typed = try scope.single(values[0], name)
      let text = aliases[typed] ?? typed
      guard words.contains(text) else {
        throw Diagnostic.unknownWord(name, text, among: words, span: values[0].span)
      }
      return text
    }
  }

  /// One of the names of a catalogue, given by key; nil when it is left out.
  ///
  /// `standard` are podium's own names; plugins may add others, so the command looks the name up.
  public static func name(
    _ name: String, _ standard: [String], of thing: NamedThing, help: String
  ) -> Parameter<String?> {
    Parameter(
      ParameterDescription(
        name, allowed: ParameterType.choice(standard).phrase, help: help, completion: .names(thing), invalid: [""]),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      if text.isEmpty {
        throw Diagnostic.unknownWord(name, text, among: standard, span: values[0].span)
      }
      return text
    }
  }

  /// A name of a catalogue of the registry, given by key; nil when it is left out.
  ///
  /// `others` are values beside the names. What is registered is known only when the command runs, so the help says
  /// what kind of name it is and the error lists them.
  public static func registered(
    _ name: String, _ thing: String, of catalogue: NamedThing, others: [String] = [], help: String,
    _ known: @escaping @Sendable (Registry) -> [String]
  ) -> Parameter<String?> {
    let words = others.map { $0 + " or " }.joined()
    return Parameter(
      ParameterDescription(
        name, allowed: "\(words)the name of \(thing) (press Tab for a list)", help: help,
        completion: .names(catalogue), invalid: ["no-such-\(name)"]),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      let names = others + known(scope.registry).inCodePointOrder()
      guard names.contains(text) else {
        throw Diagnostic.unknownWord(name, text, among: names, span: values[0].span)
      }
      return text
    }
  }

  /// Text given by key; nil when it is left out.
  public static func text(
    _ name: String, positional: Bool = false, help: String, completion: Completion = .none
  ) -> Parameter<String?> {
    Parameter(
      ParameterDescription(name, positional ? .positional(many: false) : .key, help: help, completion: completion),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in try scope.single(values[0], name) }
  }

  /// A column of the current table; nil when it is left out.
  public static func column(
    _ name: String, positional: Bool = false, types: [ColumnType] = [], help: String
  ) -> Parameter<String?> {
    Parameter(
      ParameterDescription(
        name, positional ? .positional(many: false) : .key, type: .column(types), help: help,
        invalid: ["no-such-column"]), fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      return try scope.column(text, types: types, at: values[0].span)
    }
  }
}

extension Parameter where Value == String {
  /// A word that must be there, given by place.
  public static func required(
    _ name: String, allowed: String, help: String, completion: Completion = .none
  ) -> Parameter<String> {
    Parameter(
      ParameterDescription(
        name, .positional(many: false), isRequired: true, allowed: allowed, help: help, completion: completion),
      fallback: nil
    ) { values, scope throws(Diagnostic) in try scope.single(values[0], name) }
  }

  /// One of some words, given by key, with a default.
  public static func choice(
    _ name: String, _ words: [String], default standard: String, help: String
  ) -> Parameter<String> {
    Parameter(
      ParameterDescription(
        name, type: .choice(words), standard: standard, help: help, invalid: ["no-such-word"]),
      fallback: standard
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      guard words.contains(text) else {
        throw Diagnostic.unknownWord(name, text, among: words, span: values[0].span)
      }
      return text
    }
  }
}

extension Parameter where Value == [String] {
  /// A list that must be there, given by place: `36.97,-121.96`.
  public static func requiredList(_ name: String, allowed: String, help: String) -> Parameter<[String]> {
    Parameter(
      ParameterDescription(
        name, .positional(many: false), isRequired: true, type: .list, allowed: allowed, help: help),
      fallback: nil
    ) { values, scope throws(Diagnostic) in try scope.list(values[0]).map(\.text) }
  }

  /// Columns of the current table, given by place: as many as you like.
  public static func columns(
    _ name: String, types: [ColumnType] = [], required: Bool = false, help: String
  ) -> Parameter<[String]> {
    Parameter(
      ParameterDescription(
        name, .positional(many: true), isRequired: required, type: .column(types),
        allowed: "columns" + ParameterType.phrase(types), help: help, invalid: ["no-such-column"]),
      fallback: []
    ) { values, scope throws(Diagnostic) in
      var columns: [String] = []
      for value in values {
        for (text, span) in try scope.list(value) {
          for column in try scope.columns(text, types: types, at: span) where !columns.contains(column) {
            columns.append(column)
          }
        }
      }
      return columns
    }
  }

  /// Words given by place: as many as you like. Patterns of columns are replaced by columns where those are completed, unless the
  /// words `areExact`; where they are names that may tie, `A=B` is one of them.
  public static func words(
    _ name: String, required: Bool = false, areExact: Bool = false, mayTie: Bool = false, help: String,
    completion: Completion = .none
  ) -> Parameter<[String]> {
    var description = ParameterDescription(
      name, .positional(many: true), isRequired: required, allowed: "words", help: help, completion: completion)
    description.takesTies = mayTie
    return Parameter(description, fallback: []) { values, scope throws(Diagnostic) in
      var words: [String] = []
      for value in values { words += try scope.words(value, areExact ? .none : completion) }
      return words
    }
  }
}

extension Parameter where Value == [String]? {
  /// A list of texts given by key; nil when it is left out.
  public static func list(
    _ name: String, help: String, completion: Completion = .none
  ) -> Parameter<[String]?> {
    Parameter(
      ParameterDescription(name, type: .list, help: help, completion: completion),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in try scope.words(values[0], completion) }
  }
}

extension Parameter where Value == [String: ColumnType] {
  /// Types of columns by name, given by key as `name:type,name:type`; none when it is left out.
  ///
  /// Durations and times of day are texts here: `load` makes seconds of them.
  public static func columnTypes(_ name: String, help: String) -> Parameter<[String: ColumnType]> {
    let types = (ColumnType.allCases.map(\.rawValue) + NumberScale.names).joined(separator: ", ")
    let allowed = "name:type, where type is one of " + types
    return Parameter(
      ParameterDescription(name, type: .list, allowed: allowed, help: help, invalid: ["x", "x:no-such-type"]),
      fallback: [:]
    ) { values, scope throws(Diagnostic) in
      var read: [String: ColumnType] = [:]
      for (text, span) in try scope.list(values[0]) {
        guard let colon = text.lastIndex(of: ":"),
          case let word = String(text[text.index(after: colon)...]),
          let type = NumberScale(name: word) == nil ? ColumnType(rawValue: word) : .text
        else { throw .badValue(name, text, allowed: allowed, span: span) }
        read[String(text[..<colon])] = type
      }
      return read
    }
  }
}

extension Diagnostic {
  /// The error for a word that is not among the allowed ones.
  public static func unknownWord(
    _ name: String, _ found: String, among words: [String], span: SourceSpan?
  ) -> Diagnostic {
    let list = words.joined(separator: ", ")
    return badValue(name, found, allowed: "one of \(list)", span: span).offering(
      Suggestion.nearest(to: found, among: words))
  }

  /// The error of a command that needs a table where none is loaded.
  public static func noTable(at span: SourceSpan? = nil) -> Diagnostic {
    Diagnostic(
      "no-table", "no table is loaded", span: span,
      help: "load one, as in: load iris; 'datasets' lists the bundled tables")
  }
}
