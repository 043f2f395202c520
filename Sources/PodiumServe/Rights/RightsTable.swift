public import PodiumCore
internal import PodiumPlugin

extension ServedRules {
  /// Who may do what, a row for each kind, field with a rule of its own, verb and page: what `podium serve check` prints.
  public func table() throws(Diagnostic) -> Table {
    var rows: [[String]] = []
    for plugin in exposures.keys.inCodePointOrder() {
      guard let exposure = exposures[plugin] else { continue }
      for kind in exposure.kinds { rows += self.rows(of: kind, exposure) }
      for verb in exposure.verbs {
        let scope = verb.readsAll ? "reads all, tells no record" : ""
        rows.append(row("verb", verb.template, scope) { $0 >= verb.role ? "use" : "" })
      }
      for page in exposure.pages {
        let scope = page.role == nil ? "without an account where --public names it" : ""
        rows.append(row("page", page.path, scope) { $0 >= page.role ?? .reader ? "see" : "" })
      }
    }
    let names = ["part", "name"] + AccountRole.allCases.map(\.rawValue) + ["scope"]
    return try Table(names.enumerated().map { place, name in Column(name, .text(rows.map { $0[place] })) })
  }

  private func row(_ part: String, _ name: String, _ scope: String, _ right: (AccountRole) -> String) -> [String] {
    [part, name] + AccountRole.allCases.map(right) + [scope]
  }

  private func rows(of kind: Exposure.Kind, _ exposure: Exposure) -> [[String]] {
    let limit = exposure.scope.map { $0.limitsReading ? $0.name : "writing: " + $0.name } ?? ""
    let scope = kind.paths.isEmpty ? "" : limit + " by " + kind.paths.joined(separator: ", ")
    var rows = [
      row("kind", kind.name, scope) { role in
        [role >= kind.readers ? "read" : "", kind.writers.map { role >= $0 } == true ? "write" : ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
    ]
    for (field, least) in kind.fields.inCodePointOrder(by: \.key) {
      rows.append(row("field", kind.name + "." + field, "") { $0 >= least ? "read" : "" })
    }
    // The verbs that the exposure names itself have rows of their own.
    let named = Set(exposure.verbs.map(\.parts.verb))
    for verb in Set((things[kind.name]?.verbs ?? [:]).values).inCodePointOrder() {
      guard let offer = offers[verb], !named.contains(verb) else { continue }
      rows.append(row("verb", offer.template, scope) { $0 >= offer.role ? "use" : "" })
    }
    return rows
  }
}
