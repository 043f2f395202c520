internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The terms that the rows of a bundle use.
extension SkiBundle {
  /// Writes known terms as they are stored, whatever their case and language, and says so for another word.
  mutating func nameTerms() throws(Diagnostic) {
    for list in Terms.List.allCases {
      var terms = workspace?.terms ?? Terms(nil)
      let given = givenTerms(list)
      var renamed: [String: String] = [:]
      for word in try usedTerms(list) where !given.contains(word) {
        if let known = terms.find(list, word, among: given) {
          if known != word { renamed[word] = known }
        } else {
          terms.expect(list, word)
        }
      }
      guard !renamed.isEmpty else { continue }
      for link in SkiThings.links(to: list).fields {
        try rewrite(link.kind, link.field) { text in
          link.names(in: text).map { renamed[$0] ?? $0 }.joined(separator: ",")
        }
      }
      for (word, known) in renamed.inCodePointOrder(by: \.key)
      where word.lowercased() != known.lowercased() { note("read \(list.noun) '\(word)' as '\(known)'") }
    }
  }

  /// Adds the terms that rows use and that are not in the workspace; those typed by hand, and those beside others, are named.
  mutating func addTerms() throws(Diagnostic) {
    for list in Terms.List.allCases {
      let (given, known) = (givenTerms(list), workspace?.terms.known[list] ?? [])
      let fresh = try usedTerms(list).filter { !given.contains($0) && !known.contains($0) }
      for word in fresh { try workspace?.terms.add(list, word) }
      guard !fresh.isEmpty, isSheet || !known.isEmpty else { continue }
      // The three types of snow are known without being added.
      if list == .snow, fresh.allSatisfy({ Terms.countsAs($0) != nil }) { continue }
      func quoted(_ words: [String]) -> String { words.map { "'\($0)'" }.listed(5) }
      let noun = fresh.count == 1 ? list.noun : "\(fresh.count) " + list.nouns
      note("added \(noun) \(quoted(fresh))" + (known.isEmpty ? "" : "; known: " + quoted(known)))
    }
  }

  /// The terms of a list that the files themselves have.
  private func givenTerms(_ list: Terms.List) -> Set<String> {
    var names: Set<String> = []
    for file in ["terms.csv", "grindings.csv"].compactMap({ files[$0] }) {
      for case (list.rawValue?, let name?) in zip(file.texts("list"), file.texts("name")) { names.insert(name) }
    }
    return names
  }

  /// The terms of a list that the rows use, in code-point order.
  private func usedTerms(_ list: Terms.List) throws(Diagnostic) -> [String] {
    var used: Set<String> = []
    for link in SkiThings.links(to: list).fields {
      for file in files.values where file.layout.kind == link.kind {
        for text in file.distinct(link.field) { used.formUnion(link.names(in: text)) }
      }
    }
    return used.inCodePointOrder()
  }
}
