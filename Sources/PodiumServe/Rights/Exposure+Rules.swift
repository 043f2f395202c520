internal import PodiumCore
internal import PodiumPlugin

extension Exposure {
  subscript(kind: String) -> Kind? { kinds.first { $0.name == kind } }

  /// What must hold for a record that an account reads; nil where it reads none of the kind.
  ///
  /// `things` are the descriptions by kind, which tell what fields name other records.
  func reading(
    _ kind: String, by account: Account, among things: [String: ThingDescription]
  ) -> [RecordQuery.Condition]? {
    guard let exposed = self[kind], account.role >= exposed.readers else { return nil }
    guard let scope, scope.limitsReading, let values = scope.values(of: account), !exposed.paths.isEmpty else {
      return []
    }
    let wanted = values.inCodePointOrder().map(Value.text)
    return [.any(exposed.paths.compactMap { Exposure.condition($0, from: kind, wanted, things) })]
  }

  /// The condition that a way leads to one of some values; nil for a way that leads nowhere.
  static func condition(
    _ path: String, from kind: String, _ values: [Value], _ things: [String: ThingDescription]
  ) -> RecordQuery.Condition? {
    let parts = path.split(separator: ".", maxSplits: 1)
    guard let first = parts.first, let field = things[kind]?.fields.first(where: { $0.column.name == first }) else {
      return nil
    }
    guard parts.count > 1 else { return .isOneOf(String(first), values) }
    guard let link = field.link, !link.isList, let other = things[link.kind],
      let rest = condition(String(parts[1]), from: link.kind, values, things)
    else { return nil }
    return .linked(String(first), to: link.kind, key: other.key, [rest])
  }
}

extension Exposure {
  /// What is declared here and does not exist, or does not fit, each in a sentence.
  func problems(in registry: Registry) -> [String] {
    let things = Dictionary(registry.describedThings.map { ($0.kind, $0) }) { first, _ in first }
    var found: [String] = []
    for kind in kinds {
      guard let thing = things[kind.name] else {
        found.append("kind '\(kind.name)' is exposed, and no thing describes it")
        continue
      }
      let lacks = { (field: String) in !thing.fields.contains { $0.column.name == field } }
      found += kind.fields.keys.inCodePointOrder().filter(lacks)
        .map { "kind '\(kind.name)' has no field '\($0)'" }
      let takes = Set(
        thing.verbs.values.flatMap { registry.command($0)?.signature.parameters.map(\.description.name) ?? [] })
      for typing in kind.typed {
        if !takes.contains(typing.name) { found.append("no verb of kind '\(kind.name)' takes '\(typing.name)'") }
        found += typing.fields.filter(lacks)
          .map { "kind '\(kind.name)' has no field '\($0)' to type as '\(typing.name)'" }
      }
      found += kind.paths.filter { Exposure.condition($0, from: kind.name, [], things) == nil }
        .map { "the way '\($0)' of kind '\(kind.name)' leads to no field" }
      if scope == nil, !kind.paths.isEmpty {
        found.append("kind '\(kind.name)' has ways to a scope, and there is none")
      }
    }
    for verb in verbs { found += Exposure.problems(of: verb, in: registry) }
    for page in pages {
      let words = page.command.split(separator: " ").prefix { !$0.hasPrefix("{") && !$0.contains("=") }.map(String.init)
      let verb = (1...max(1, words.count)).reversed().map { words.prefix($0).joined(separator: " ") }
        .first { registry.command($0) != nil }
      if verb == nil { found.append("page '\(page.path)' shows '\(page.command)', which is not a command") }
      let offered = Set(verbs.map(\.parts.verb) + kinds.flatMap { things[$0.name]?.verbs.values.map(\.self) ?? [] })
      found += page.forms.filter { !offered.contains($0) }
        .map { "page '\(page.path)' has a form of '\($0)', which is not exposed" }
      found += page.kinds.filter { self[$0] == nil }
        .map { "page '\(page.path)' watches '\($0)', which is not exposed" }
    }
    return found
  }

  /// What is wrong with a verb: the number of its words, the keys that are filled in.
  private static func problems(of exposed: Verb, in registry: Registry) -> [String] {
    let (verb, words) = exposed.parts
    guard let signature = registry.command(verb)?.signature else {
      return ["verb '\(verb)' is exposed, and there is none"]
    }
    var found: [String] = []
    let places = signature.parameters.map(\.description.form).filter { $0 != .key }
    let takesMany = places.contains { $0 == .positional(many: true) }
    if words.count > places.count, !takesMany {
      found.append("verb '\(verb)' takes \(places.count.counted("word")), and its template has \(words.count)")
    }
    for key in exposed.fills.keys.inCodePointOrder() where !signature.keys.contains(key) {
      found.append("verb '\(verb)' has no key '\(key)=' to fill in")
    }
    return found
  }
}
