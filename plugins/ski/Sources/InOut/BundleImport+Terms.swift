internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The terms that the rows of a bundle use.
extension BundleImport {
  /// Writes known terms as they are stored, whatever their case and language, and says so for another word.
  mutating func nameTerms() throws(Diagnostic) {
    for list in Terms.List.allCases {
      var terms = workspace.terms
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
      for (word, known) in renamed.sorted(by: { CodePointOrder.precedes($0.key, $1.key) })
      where word.lowercased() != known.lowercased() { workspace.note("read \(list.noun) '\(word)' as '\(known)'") }
    }
  }

  /// Adds the terms that rows use and that are not in the workspace; those typed by hand, and those beside others, are named.
  mutating func addTerms() throws(Diagnostic) {
    for list in Terms.List.allCases {
      let (given, known) = (givenTerms(list), workspace.terms.known[list] ?? [])
      let fresh = try usedTerms(list).filter { !given.contains($0) && !known.contains($0) }
      for word in fresh { try workspace.terms.add(list, word) }
      guard !fresh.isEmpty, isSheet || !known.isEmpty else { continue }
      // The three types of snow are known without being added.
      if list == .snow, fresh.allSatisfy({ Terms.countsAs($0) != nil }) { continue }
      func quoted(_ words: [String]) -> String {
        words.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (words.count > 5 ? ", …" : "")
      }
      let noun = fresh.count == 1 ? list.noun : "\(fresh.count) " + list.nouns
      workspace.note("added \(noun) \(quoted(fresh))" + (known.isEmpty ? "" : "; known: " + quoted(known)))
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
    return used.sorted(by: CodePointOrder.precedes)
  }
}

/// The values of a file: what a command refuses is a bad cell.
extension BundleImport {
  /// Numbers and words that commands refuse are left unknown, or leave out their row.
  mutating func checkValues() throws(Diagnostic) {
    try rewrite(SkiKinds.athlete, "gender") { AthleteImport.genders[$0.lowercased()] ?? $0 }
    for name in order {
      guard let kind = files[name]?.layout.kind else { continue }
      for (column, allowed) in SkiThings.allowed(in: kind) {
        guard let file = files[name], file.table[column.name] != nil else { continue }
        var bad: [Int: Diagnostic] = [:]
        func refuse(_ row: Int, _ text: String) {
          bad[row] = Diagnostic("bad-value", "\(Abridged.quoted(text)) is not \(allowed.allowed)")
        }
        if case .choice(let words) = allowed.type, column.kind == .text {
          for (row, text) in file.texts(column.name).enumerated() {
            if let text, !words.contains(text) { refuse(row, text) }
          }
        } else if let range = allowed.type.range {
          for (row, number) in file.numbers(column.name).enumerated() {
            if let number, !range.contains(number) { refuse(row, NumberText.shortest(number)) }
          }
        }
        try leave(name, column.name, bad)
      }
      try checkPlaces(name)
    }
    for (name, from, least) in [("leaves.csv", "from", 0), ("covers.csv", "from", 0), ("treatments.csv", "moment", 1)] {
      guard let file = files[name] else { continue }
      let (starts, ends) = (file.codes(from), file.codes("until"))
      var bad: [Int: Diagnostic] = [:]
      for (row, end) in ends.enumerated() where end != IncomingFile.missingCode && end < starts[row] + least {
        bad[row] = Diagnostic("bad-value", "the end is not after the beginning")
      }
      try leave(name, "until", bad)
    }
  }

  /// One coordinate without the other is left unknown.
  private mutating func checkPlaces(_ name: String) throws(Diagnostic) {
    guard let file = files[name], file.layout.recordKind?["latitude"] != nil else { return }
    let (latitudes, longitudes) = (file.numbers("latitude"), file.numbers("longitude"))
    var alone: [String: [Int: Diagnostic]] = [:]
    for row in 0..<file.table.rowCount {
      do throws(Diagnostic) { try SessionChecks.place(latitudes[row], longitudes[row]) } catch {
        alone[latitudes[row] == nil ? "longitude" : "latitude", default: [:]][row] = error
      }
    }
    for (field, rows) in alone.sorted(by: { $0.key < $1.key }) { try clear(name, field, rows) }
  }
}

/// The athletes of a file: none gets the number, the name or the skis of another.
extension BundleImport {
  /// Gives athletes the numbers they have in the workspace or, where theirs belongs to another person, a new one; then
  /// turns owners by name into numbers, among the athletes of the file first.
  mutating func namePeople() throws(Diagnostic) {
    let stored = try workspace.athletes()
    var own = try athletes()
    try renumber(&own, stored)
    guard let pairs = files["ski_pairs.csv"], pairs.table["owner"] != nil else { return }
    let numbers = Set((own + stored).map(\.number))
    var found: [String: String] = [:]
    var bad: [Int: Diagnostic] = [:]
    for (row, owner) in pairs.texts("owner").enumerated() {
      guard let owner, !numbers.contains(owner), found[owner] == nil else { continue }
      do throws(Diagnostic) { found[owner] = try workspace.athleteOrNew(owner, among: own, at: nil).number } catch {
        // A number may be of a row that was left out.
        if error.code == "unknown-athlete", Int(owner) != nil, files["athletes.csv"]?.hasLost == true { continue }
        guard error.code == "bad-name" || isSheet && Int(owner) != nil else {
          throw SheetImport.placed(error, pairs.place(row, "owner"))
        }
        bad[row] = error
      }
    }
    try rewrite(SkiKinds.pair, "owner") { found[$0] ?? $0 }
    try clear("ski_pairs.csv", "owner", bad)
  }

  /// The athletes of the file; throws `repeated-row` for a FIS code that two of them have.
  private func athletes() throws(Diagnostic) -> [Athlete] {
    guard let file = files["athletes.csv"] else { return [] }
    let (numbers, codes) = (file.texts("number"), file.numbers("fis_code"))
    let (first, last) = (file.texts("first_name"), file.texts("last_name"))
    var athletes: [Athlete] = []
    var seen: [Int: String] = [:]
    for (row, number) in numbers.enumerated() {
      guard let number else { continue }
      let code = codes[row].flatMap { Int(exactly: $0) }
      if let code, let other = seen.updateValue(number, forKey: code), other != number {
        throw Diagnostic(
          "repeated-row", "\(file.place(row, "fis_code").text): FIS code \(code) is repeated",
          help: "correct it: each code belongs to one athlete")
      }
      athletes.append(Athlete(number: number, firstName: first[row], lastName: last[row], fisCode: code))
    }
    return athletes
  }

  /// Numbers are those of one workspace: in another they may belong to other people.
  private mutating func renumber(_ own: inout [Athlete], _ stored: [Athlete]) throws(Diagnostic) {
    let byNumber = Dictionary(stored.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    func keeps(_ athlete: Athlete) -> Bool { byNumber[athlete.number].map { athlete.isSame(as: $0) ?? true } ?? false }
    var used = Set(own.filter(keeps).map(\.number))
    var next = try workspace.nextAthlete(after: own)
    var new: [String: String] = [:]
    for place in own.indices where !keeps(own[place]) {
      let old = own[place].number
      if let same = stored.first(where: { own[place].isSame(as: $0) == true && !used.contains($0.number) }) {
        own[place].number = same.number
      } else if byNumber[old] != nil {
        own[place].number = String(next)
        next += 1
      }
      used.insert(own[place].number)
      guard own[place].number != old else { continue }
      new[old] = own[place].number
      workspace.note("athlete \(old) of '\(name)' is \(own[place].name), number \(own[place].number) in the workspace")
    }
    guard !new.isEmpty else { return }
    let links = SkiThings.links(to: SkiKinds.athlete).fields.map { ($0.kind, $0.field) }
    for (kind, field) in [(SkiKinds.athlete, "number")] + links { try rewrite(kind, field) { new[$0] ?? $0 } }
  }
}

extension Athlete {
  /// Whether both are one person, by FIS code, otherwise by both names; nil where that leaves it open.
  fileprivate func isSame(as other: Athlete) -> Bool? {
    let isCode = other.fisCode.flatMap { code in fisCode.map { $0 == code } }
    if isCode == true { return true }
    guard let isLast = Self.isEqual(lastName, other.lastName) else { return nil }
    let isFirst = Self.isEqual(firstName, other.firstName) ?? (firstName == other.firstName ? isLast : nil)
    // One name may be corrected or change, and so may a code.
    guard let isFirst else { return isLast ? nil : false }
    if isFirst != isLast { return isCode == false ? false : nil }
    return isLast && isCode == false ? nil : isLast
  }

  private static func isEqual(_ a: String?, _ b: String?) -> Bool? {
    a.flatMap { a in b.map { $0.lowercased() == a.lowercased() } }
  }
}
