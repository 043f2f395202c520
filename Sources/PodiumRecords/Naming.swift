public import PodiumCore
public import PodiumPlugin

/// Which parts of a name are enough where no whole name fits.
public struct NameParts: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let beginning = NameParts(rawValue: 1)
  public static let end = NameParts(rawValue: 2)
  /// The beginning of a later word of a name, if none begins so.
  public static let word = NameParts(rawValue: 4)
}

/// How records of a thing are found by what people type: by a code, by a name in full, by a part of it.
public struct Naming<Item: Sendable>: Sendable {
  /// What names one record exactly, such as a number; case counts.
  let codes: @Sendable (Item) -> [String]
  /// What people call it.
  let names: @Sendable (Item) -> [String]
  let parts: NameParts
  /// A name as it is compared: in lower case by default.
  let folded: @Sendable (String) -> String
  /// What tells several apart in a list.
  let titles: @Sendable ([Item], any RecordStore) -> [String]
  /// What else to type where several fit.
  let more: String
  /// The code of that error.
  let ambiguous: String

  /// Finds by codes and names.
  ///
  /// `titles` is asked only where several fit; `ambiguous` is the code that scripts know, for a thing that is older than
  /// `ambiguous-record`.
  public init(
    codes: @escaping @Sendable (Item) -> [String], names: @escaping @Sendable (Item) -> [String],
    parts: NameParts = .beginning, folded: @escaping @Sendable (String) -> String = { $0.lowercased() },
    titles: (@Sendable ([Item], any RecordStore) -> [String])? = nil, more: String = "more of the name",
    ambiguous: String = "ambiguous-record"
  ) {
    (self.codes, self.names, self.parts, self.folded) = (codes, names, parts, folded)
    (self.more, self.ambiguous) = (more, ambiguous)
    self.titles = titles ?? { items, _ in items.map { names($0).first ?? codes($0).first ?? "" } }
  }

  /// The items that a text fits: by code, else by a whole name, else by a part of one.
  ///
  /// Accents, apostrophes and hyphens count only where they tell names apart. What is archived counts only if nothing else fits.
  public func hits(
    _ text: String, among items: [Item], isArchived: (Item) -> Bool = { _ in false }
  ) -> [Item] {
    let coded = items.filter { codes($0).contains(text) }
    if coded.count == 1 { return coded }
    let typed = fits(text, among: items, folded)
    let spoken = typed[0].isEmpty ? fits(text, among: items, PlainLetters.spoken) : [[], [], []]
    // As it is typed and as it is spoken: by whole name, by beginning or end, by word.
    let found = zip(typed, spoken).lazy.map { $0.isEmpty ? $1 : $0 }.first { !$0.isEmpty } ?? []
    let current = found.filter { !isArchived($0) }
    return current.isEmpty ? found : current
  }

  /// The items with a name that fits as a whole, by its beginning or end, and by a word.
  private func fits(_ text: String, among items: [Item], _ folded: (String) -> String) -> [[Item]] {
    let wanted = folded(text)
    var fits: [[Item]] = [[], [], []]
    guard !wanted.isEmpty else { return fits }
    for item in items {
      var best = 3
      for name in names(item) where best > 0 { best = min(best, fit(folded(name), wanted)) }
      if best < 3 { fits[best].append(item) }
    }
    return fits
  }

  /// Whether a text is a code or a whole name of an item.
  func isWhole(_ text: String, of item: Item) -> Bool {
    let wanted = folded(text)
    return codes(item).contains(text) || names(item).contains { folded($0) == wanted }
  }

  /// How well a name fits: 0 as a whole, 1 by its beginning or end, 2 by a word, 3 not at all.
  private func fit(_ name: String, _ wanted: String) -> Int {
    if name == wanted { return 0 }
    if parts.contains(.beginning), name.hasPrefix(wanted) { return 1 }
    if parts.contains(.end), name.hasSuffix(wanted) { return 1 }
    return parts.contains(.word) && name.contains(" " + wanted) ? 2 : 3
  }
}

extension Thing {
  /// The records that a text fits.
  public func hits(_ text: String, among items: [Item]) -> [Item] {
    naming.hits(text, among: items) { value(of: $0, "archived") == .boolean(true) }
  }

  /// The only one of some records that a text fits.
  ///
  /// Throws `unknown-…` with the nearest name, `ambiguous-record` with a list.
  public func find(
    _ text: String, among items: [Item], in store: any RecordStore, at span: SourceSpan?
  ) throws(Diagnostic) -> Item {
    let found = hits(text, among: items)
    if found.count > 1 {
      let shown = naming.titles(Array(found.prefix(8)), store)
      var error = Diagnostic(
        naming.ambiguous, "\(Abridged.quoted(text)) matches \(found.count) \(plural)", span: span,
        help: "type \(naming.more): " + shown.joined(separator: "; ") + (found.count > shown.count ? "; …" : ""))
      // Where the key is not the name that is listed, such as the number of an athlete, the line shows how it is typed.
      let key = keyValue(of: found[0]).fileText
      if span != nil, key != name(of: found[0]) { error.instead = CommandText.word(key) }
      throw error
    }
    if let item = found.first { return item }
    let codes = items.flatMap { naming.codes($0) }
    // A slip in three digits is nearest to three digits.
    let ends = naming.parts.contains(.end) ? codes.map { String($0.suffix(text.count)) } : []
    var taken: Set<String> = []
    let names = (items.flatMap { naming.names($0) } + codes + ends).filter { taken.insert($0).inserted }
    throw Diagnostic.unknown(
      word, text, among: names, span: span,
      help: items.isEmpty ? "there are no \(plural) yet: \(adding)" : "use \(lister) to list them")
  }

  /// The only record that a text fits; throws as above.
  public func find(_ text: String, in store: any RecordStore, at span: SourceSpan?) throws(Diagnostic) -> Item {
    // A key in full is most of what programs and careful people type.
    let number = field(key)?.column.kind == .integer ? Int(text).map(Value.integer) : nil
    let exact: [RecordQuery.Condition] = [.equals(key, number ?? .text(text))]
    if number != nil || field(key)?.column.kind == .text,
      let item = try items(in: store, where: exact, limit: 2).first
    {
      return item
    }
    return try find(text, among: try items(in: store), in: store, at: span)
  }
}
