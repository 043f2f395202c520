internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The athletes of a file: none gets the number, the name or the skis of another.
extension SkiBundle {
  /// Gives athletes the numbers they have in the workspace or, where theirs belongs to another person, a new one; then
  /// turns owners by name into numbers, among the athletes of the file first.
  mutating func namePeople() throws(Diagnostic) {
    var own = try athletes()
    guard let stored = try workspace?.athletes() else { return }
    try renumber(&own, stored)
    guard let pairs = files["ski_pairs.csv"], pairs.table["owner"] != nil else { return }
    let numbers = Set((own + stored).map(\.number))
    var found: [String: String] = [:]
    var bad: [Int: Diagnostic] = [:]
    for (row, owner) in pairs.texts("owner").enumerated() {
      guard let owner, !numbers.contains(owner), found[owner] == nil else { continue }
      do throws(Diagnostic) { found[owner] = try workspace?.athleteOrNew(owner, among: own, at: nil).number } catch {
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
    var next = try workspace?.nextAthlete(after: own) ?? 1
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
      note("athlete \(old) of '\(name)' is \(own[place].name), number \(own[place].number) in the workspace")
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
