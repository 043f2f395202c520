public import PodiumCore
internal import PodiumPlugin

extension ServedRules {
  /// Who may do what, a row for each kind, field with a rule of its own, verb and page: what `podium serve check` prints.
  public func table() throws(Diagnostic) -> Table {
    var rows: [Row] = []
    for plugin in exposures.keys.inCodePointOrder() {
      guard let exposure = exposures[plugin] else { continue }
      for kind in exposure.kinds { rows += self.rows(of: kind, exposure) }
      for verb in exposure.verbs {
        rows.append(
          Row("verb", verb.template, scope: verb.readsAll ? "reads all, tells no record" : "") {
            $0 >= verb.role ? "use" : ""
          })
      }
      for page in exposure.pages {
        rows.append(
          Row("page", page.path, scope: page.role == nil ? "without an account where --public names it" : "") {
            $0 >= page.role ?? .reader ? "see" : ""
          })
      }
    }
    return try Table([
      Column("part", .text(rows.map(\.part))), Column("name", .text(rows.map(\.name))),
      Column("reader", .text(rows.map { $0.rights[0] })), Column("reporter", .text(rows.map { $0.rights[1] })),
      Column("admin", .text(rows.map { $0.rights[2] })), Column("scope", .text(rows.map(\.scope))),
    ])
  }

  private struct Row {
    let part: String
    let name: String
    let scope: String
    let rights: [String]

    init(_ part: String, _ name: String, scope: String, _ right: (AccountRole) -> String) {
      (self.part, self.name, self.scope) = (part, name, scope)
      rights = AccountRole.allCases.map(right)
    }
  }

  private func rows(of kind: Exposure.Kind, _ exposure: Exposure) -> [Row] {
    let limit = exposure.scope.map { $0.limitsReading ? $0.name : "writing: " + $0.name } ?? ""
    let scope = kind.paths.isEmpty ? "" : limit + " by " + kind.paths.joined(separator: ", ")
    var rows = [
      Row("kind", kind.name, scope: scope) { role in
        [role >= kind.readers ? "read" : "", kind.writers.map { role >= $0 } == true ? "write" : ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
    ]
    for (field, least) in kind.fields.inCodePointOrder(by: \.key) {
      rows.append(Row("field", kind.name + "." + field, scope: "") { $0 >= least ? "read" : "" })
    }
    // The verbs that the exposure names itself have rows of their own.
    let named = Set(exposure.verbs.map(\.parts.verb))
    for verb in Set((things[kind.name]?.verbs ?? [:]).values).inCodePointOrder() {
      guard let offer = offers[verb], !named.contains(verb) else { continue }
      rows.append(Row("verb", offer.template, scope: scope) { $0 >= offer.role ? "use" : "" })
    }
    return rows
  }
}
