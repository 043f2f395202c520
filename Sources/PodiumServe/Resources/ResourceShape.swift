internal import PodiumCore
internal import PodiumPlugin

/// The fields of a kind that an account reads, and the ways from other kinds to it.
struct ResourceShape {
  let kind: String
  private let account: Account
  private let rules: ServedRules
  /// The fields in order, bytes apart.
  let fields: [ThingDescription.Field]

  init(_ kind: String, _ account: Account, _ rules: ServedRules) {
    (self.kind, self.account, self.rules) = (kind, account, rules)
    fields = rules.fields(of: kind, for: account.role)
  }

  /// The type of a field; throws `unknown-parameter` naming the nearest that the account reads, for a field of a parameter the
  /// parameter as a whole.
  func kind(of name: String, in parameter: String? = nil) throws(Diagnostic) -> RecordField.Kind {
    if let own = fields.first(where: { $0.column.name == name })?.column.kind { return own }
    if let own = ResourceQuery.ofEveryRecord[name] { return own }
    let known = fields.map(\.column.name) + ResourceQuery.ownNames.inCodePointOrder()
    throw Diagnostic.unknown("parameter", parameter ?? name, among: known)
  }

  /// Whether a record has a value in a field, as JSON shows it.
  func has(_ value: JSONValue, as name: String, _ record: Record) -> Bool {
    guard let kind = try? kind(of: name) else { return false }
    let old = record.everyField(name)
    if case .null = value { return old.isMissing }
    guard !old.isMissing, value.members == nil, value.bool == nil || kind == .boolean,
      let text = try? RequestBody.text(of: value, name), let new = try? ResourceQuery.value(text, kind, name)
    else { return false }
    return new.fileText == old.fileText
  }

  /// The fields that `fields=` names, all without it.
  func chosen(_ words: [String]?) throws(Diagnostic) -> [String] {
    guard let words else { return fields.map(\.column.name) }
    var chosen: [String] = []
    for word in words {
      _ = try kind(of: word)
      // Named twice, a field is shown once.
      if ResourceQuery.ofEveryRecord[word] == nil, !chosen.contains(word) { chosen.append(word) }
    }
    return chosen
  }

  /// The kinds that the account reads and whose records name one of this kind, each with the field that does.
  var naming: [(kind: String, field: String)] {
    rules.readableKinds(for: account).inCodePointOrder().compactMap { other in
      let link = rules.things[other]?.fields.first { $0.link?.kind == kind && $0.link?.isList == false }
      return link.map { (other, $0.column.name) }
    }
  }

  /// A filter by a record of another kind that names this one (`ski.participation.serial_number`); nil for other names.
  func linkedFilter(_ name: String, _ values: [String]) throws(Diagnostic) -> RecordQuery.Condition? {
    guard name.contains("."), let own = rules.things[kind],
      let link = naming.first(where: { name.utf8.starts(with: ($0.kind + ".").utf8) })
    else { return nil }
    let columns = rules.fields(of: link.kind, for: account.role).map(\.column)
    guard let column = columns.first(where: { name == link.kind + "." + $0.name }) else {
      throw Diagnostic.unknown("parameter", name, among: columns.map { link.kind + "." + $0.name })
    }
    let wanted = try values.map { (text) throws(Diagnostic) in try ResourceQuery.value(text, column.kind, name) }
    return .isLinked(key: own.key, from: link.kind, field: link.field, [.isOneOf(column.name, wanted)])
  }
}
