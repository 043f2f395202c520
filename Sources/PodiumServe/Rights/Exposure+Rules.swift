internal import PodiumCore
internal import PodiumPlugin

extension Exposure {
  /// A kind that is exposed.
  subscript(kind: String) -> Kind? { kinds.first { $0.name == kind } }

  /// What must hold for a record that an account reads; nil where it reads none of the kind.
  ///
  /// `things` are the descriptions by kind, which tell what fields name other records.
  func reading(
    _ kind: String, by account: Account, among things: [String: ThingDescription]
  ) -> [RecordQuery.Condition]? {
    guard let exposed = self[kind], account.role >= exposed.readers else { return nil }
    guard let scope, scope.limitsReading else { return [] }
    return inScope(exposed, account, things)
  }

  private func inScope(
    _ kind: Kind, _ account: Account, _ things: [String: ThingDescription]
  ) -> [RecordQuery.Condition] {
    guard let values = scope?.values(of: account), !kind.paths.isEmpty else { return [] }
    let wanted = values.inCodePointOrder().map(Value.text)
    return [.any(kind.paths.compactMap { Exposure.condition($0, from: kind.name, wanted, things) })]
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

  /// The fields of a kind that a role reads, in order.
  func fields(of kind: String, for role: AccountRole, among things: [String: ThingDescription]) -> [String] {
    guard let exposed = self[kind], let thing = things[kind] else { return [] }
    return thing.fields.map(\.column.name).filter { role >= exposed.fields[$0] ?? exposed.readers }
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
      for field in kind.fields.keys.inCodePointOrder()
      where !thing.fields.contains(where: { $0.column.name == field }) {
        found.append("kind '\(kind.name)' has no field '\(field)'")
      }
      for typing in kind.typed {
        let verbs = thing.verbs.values.compactMap { registry.command($0)?.signature }
        if !verbs.contains(where: { $0.parameters.contains { $0.description.name == typing.name } }) {
          found.append("no verb of kind '\(kind.name)' takes '\(typing.name)'")
        }
        for field in typing.fields where !thing.fields.contains(where: { $0.column.name == field }) {
          found.append("kind '\(kind.name)' has no field '\(field)' to type as '\(typing.name)'")
        }
      }
      for path in kind.paths where Exposure.condition(path, from: kind.name, [], things) == nil {
        found.append("the way '\(path)' of kind '\(kind.name)' leads to no field")
      }
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
      for form in page.forms where !offered.contains(form) {
        found.append("page '\(page.path)' has a form of '\(form)', which is not exposed")
      }
      for kind in page.kinds where self[kind] == nil {
        found.append("page '\(page.path)' watches '\(kind)', which is not exposed")
      }
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
