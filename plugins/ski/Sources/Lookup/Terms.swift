internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The terms that records use: brands, types, bases, tags, grindings, types of snow, places.
struct Terms {
  enum List: String, CaseIterable {
    case brand, type, base, tag, grinding, snow, place

    /// The noun for several terms of the list.
    var nouns: String { self == .snow ? "types of snow" : noun + "s" }

    /// The noun for a term of the list.
    var noun: String {
      switch self {
      case .brand: "brand"
      case .type: "ski type"
      case .base: "ski base"
      case .tag: "tag"
      case .grinding: "grinding"
      case .snow: "type of snow"
      case .place: "place"
      }
    }
  }

  /// Where they are kept; nil for a table, which knows those of its files alone.
  let store: (any RecordStore)?
  /// The terms of the lists that were read.
  private(set) var known: [List: [String]] = [:]
  var notes: [String] = []

  init(_ store: (any RecordStore)?) { self.store = store }

  /// Reads some lists, each once: most commands need one of them, or none.
  mutating func read(_ lists: [List]) throws(Diagnostic) {
    let unread = lists.filter { known[$0] == nil }
    guard !unread.isEmpty else { return }
    for list in unread { known[list] = [] }
    guard let store else { return }
    let query = RecordQuery(SkiKinds.term, where: [.isOneOf("list", unread.map { .text($0.rawValue) })])
    let rows = try RecordRows(query, ["list", "name"], in: store)
    for case (let list?, let name?) in zip(rows.texts("list"), rows.texts("name")) {
      if let list = List(rawValue: list) { known[list]?.append(name) }
    }
  }

  /// A known term, case ignored, or one that means the same in another language; nil for a new one. `others` count as known too.
  func find(_ list: List, _ text: String, among others: Set<String> = []) -> String? {
    let names = (known[list] ?? []) + others.inCodePointOrder()
    if names.contains(text) { return text }
    if let same = named(list, text, among: names) { return same }
    // Gällivare is Gallivare on another keyboard.
    let plain = RecordName.bare(text)
    let alike = names.filter { RecordName.bare($0) == plain }
    if alike.count == 1 { return alike[0] }
    guard let group = Self.synonyms[list]?.first(where: { $0.contains { RecordName.bare($0) == plain } }) else {
      return nil
    }
    return names.first { group.contains($0.lowercased()) }
  }

  /// A known term with that name, case ignored; nil for another word that means the same.
  func named(_ list: List, _ text: String, among names: [String]? = nil) -> String? {
    let wanted = text.lowercased()
    return (names ?? known[list] ?? []).first { $0.lowercased() == wanted }
  }

  /// Takes a term for known that is about to be added.
  mutating func expect(_ list: List, _ name: String) { known[list, default: []].append(name) }

  /// Words that mean the same, in lower case.
  private static let synonyms: [List: [Set<String>]] = [
    .type: [
      "classic, classical, klassisk, klassiskt, klassisk stil, klassisk teknik, klassisch, klassinen, perinteinen",
      "skate, skating, skejt, freestyle, free, fristil, fri, fri stil, fri teknik, freistil, skøyting, vapaa",
      "universal, universell",
    ],
    .base: [
      "white, vit, vitt, vit belag, vitt belag, white base, weiß, weiss, hvit, valkoinen",
      "black, svart, svart belag, black base, schwarz, sort, musta", "clear, transparent, klar",
    ],
    .snow: [
      "new snow, new, fresh snow, nysnö, ny snö, ny, neuschnee, uusi lumi",
      "old snow, old, gammal snö, gammalsnö, gammal, altschnee, gammel snø, vanha lumi",
      "wet snow, wet, våt snö, våtsnö, våt, blöt snö, blötsnö, blöt, nassschnee, nasser schnee, märkä lumi",
      "artificial snow, artificial, man-made snow, konstsnö",
    ],
  ].mapValues { $0.map { Set($0.split(separator: ", ").map(String.init)) } }

  /// A term as records store it: a known one, otherwise a new one, which is added and reported. Throws `unknown-…` for a term that
  /// looks like a typo of a known one.
  mutating func word(_ list: List, _ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    try read([list])
    let name = try RecordName.checked(text, list.noun, at: span)
    if let found = find(list, name) {
      if found.lowercased() != name.lowercased() { notes.append("read \(list.noun) '\(name)' as '\(found)'") }
      return found
    }
    if span != nil, name.lowercased() == "none" {
      throw Diagnostic(
        "bad-name", "'\(name)' is not the name of a \(list.noun)", span: span,
        help: "an empty value removes it, as in \(list.rawValue)=\"\"")
    }
    if Self.canBeSlip(name), let near = Suggestion.nearest(to: name, among: (known[list] ?? []).filter(Self.canBeSlip))
    {
      throw Diagnostic(
        "unknown-" + list.rawValue, "unknown \(list.noun) '\(name)'; did you mean '\(near)'?", span: span,
        help: "use ski term add \(list.rawValue) \(CommandText.word(name)) to add a new one")
    }
    let (stored, isNew) = try share(list, name)
    if isNew { notes.append("added \(list.noun) '\(name)'") }
    return stored
  }

  /// Adds a term that was unknown when this command began. Another podium may have added it since. The attempt took the workspace's
  /// lock, so a second look is final.
  private mutating func share(_ list: List, _ name: String) throws(Diagnostic) -> (name: String, isNew: Bool) {
    do throws(Diagnostic) {
      try add(list, name)
      return (name, true)
    } catch {
      guard error.code == "taken-key" else { throw error }
      known[list] = nil
      try read([list])
      // A service does not show the words of other teams; who types one knows it.
      return (find(list, name) ?? name, false)
    }
  }

  mutating func add(_ list: List, _ name: String, _ fields: [String: Value] = [:]) throws(Diagnostic) {
    var all = fields
    all["list"] = .text(list.rawValue)
    all["name"] = .text(name)
    if list == .snow, all["counts_as"] == nil, let kind = Self.countsAs(name) {
      all["counts_as"] = .text(kind.rawValue)
    }
    _ = try store?.insert(SkiKinds.term, all)
    known[list]?.append(name)
  }

  /// One of the three types of snow that are known without being added.
  mutating func standardSnow(_ name: String) throws(Diagnostic) -> String {
    try read([.snow])
    if find(.snow, name) == nil { return try share(.snow, name).name }
    return name
  }

  /// The class of a type of snow by its name; nil if the name does not say. ICSSG codes (Fierz and others 2009): PP and DF are new,
  /// RG and FC old, MF wet; the others have no class.
  static func countsAs(_ name: String) -> SnowClass? {
    switch name.lowercased() {
    case "pp", "df": .new
    case "rg", "fc": .old
    case "mf": .wet
    case let word:
      switch synonyms[.snow]?.firstIndex(where: { $0.contains(word) }) {
      case 0: .new
      case 1: .old
      case 2: .wet
      default: nil
      }
    }
  }

  /// Codes such as C1 and C2 are similar and not typos; similar words of letters are.
  private static func canBeSlip(_ name: String) -> Bool {
    name.count >= 4 && name.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
  }
}
