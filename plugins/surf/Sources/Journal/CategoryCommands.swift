internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `surf categories`: what sessions are rated by.
struct CategoriesCommand: Command {
  let signature = Signature(
    "surf categories", topic: .plugins, summary: "List the categories that sessions are rated by.",
    details: "uses counts the sessions with a rating. Of chop and closeouts low ratings are good.",
    parameters: [],
    exampleLines: """
      the standard ones: surf categories -> steepness
      saved to a file: surf categories to categories.csv -> categories.csv
      with your own: surf category add hollowness 1..10 "1 soft" "10 round"; surf categories -> hollowness
      an argument it does not take: surf categories all -> !unexpected-argument
      """, traits: .readsOnly, seeAlso: ["surf category", "surf category add", "surf log"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    return [.table(try CategoriesCommand.table(Category.all(in: store), store))]
  }

  static func table(_ categories: [Category], _ store: any RecordStore) throws(Diagnostic) -> TableOutput {
    var uses: [String: Int] = [:]
    for session in try JournalSession.all(in: store) {
      for key in session.ratings.keys { uses[key, default: 0] += 1 }
    }
    let table = try Table([
      Column("category", .text(categories.map(\.key))),
      Column("scale", .text(categories.map { "\($0.scale.lowerBound)..\($0.scale.upperBound)" })),
      Column("good", .text(categories.map { $0.lowIsGood ? "low" : "high" })),
      Column(
        "words",
        .text(
          categories.map { category in
            let words = category.words.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return words.isEmpty ? nil : words.joined(separator: ", ")
          })),
      Column("uses", .integer(categories.map { uses[$0.key] ?? 0 })),
      Column("archived", .boolean(categories.map { $0.isArchived })),
    ])
    return TableOutput(table, title: categories.count.counted("category", plural: "categories"))
  }
}

/// `surf category`: lists the categories, or shows one; verbs of three words act on one.
struct CategoryCommand: Command {
  private static let named = Parameter<String?>.text(
    "category", positional: true, help: "Name of the category; by default all are listed.", completion: completion)
  private static let completion = Completion.records(
    [RecordNames(JournalKinds.category, "key")], words: Category.standard.map(\.key))

  let signature = Signature(
    "surf category", topic: .plugins, summary: "List the categories, or show one.",
    details: "Sessions are rated by categories, each on a scale of its own.", parameters: [named.any],
    exampleLines: """
      all: surf category -> steepness
      one category: surf category power -> very powerful
      one of your own: surf category add kelp 0..3 good=low; surf category kelp -> 0..3
      an unknown category: surf category salt -> !unknown-category
      """, traits: .readsOnly, seeAlso: ["surf categories", "surf category add"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let typed = call[CategoryCommand.named] else { return try CategoriesCommand().run(call, in: &session) }
    let store = try session.store()
    let category = try SessionEntry.category(
      typed, Category.all(in: store), archived: true, span: call.span(of: CategoryCommand.named))
    return [.table(try CategoriesCommand.table([category], store))]
  }
}

extension CategoryCommand {
  private static let one = Parameter<String>.record(
    "category", "a category", help: "Name of the category.", completion: completion)
  private static let new = Parameter<String>.required("name", allowed: "a name", help: "Name of the category.")
  private static let scale = Parameter<String>.required(
    "scale", allowed: "two whole numbers, as in 1..5", help: "Lowest and highest rating, as in 1..5.")
  private static let words = Parameter<[String]>.words(
    "words", help: "What steps mean, as in \"1 mushy\" \"5 vertical\".")
  private static let good = Parameter<String>.choice(
    "good", ["high", "low"], default: "high", help: "Which end of the scale is good.")
  private static let kelp = "surf category add kelp 0..3 good=low"

  /// What can be done with a category.
  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [], keys: { [new.any, scale.any, words.any, good.any] },
      summary: "Add a category that sessions are rated by.",
      details:
        "A category of the same name is changed, as long as its ratings fit the new scale; words of other steps are kept.",
      exampleLines: """
        with words for two steps: surf category add hollowness 1..10 "1 soft" "10 round" -> 10 round
        of which low ratings are good: \(kelp) -> low
        other words for a standard one: surf category add steepness 1..5 "1 fat" "5 vertical" -> fat
        a scale that runs backwards: surf category add kelp 5..1 -> !bad-value
        """, seeAlso: ["surf categories", "surf log"], work: add),
    action(.show, "surf category show power", "one category", prints: "very powerful") { _ in },
    action(
      .archive, "surf category archive speed", "no longer used", prints: "true",
      summary: "Archive a category and keep its ratings."
    ) { $0.isArchived = true },
    action(.restore, "surf category restore speed", "back in use", prints: "speed") { $0.isArchived = false },
    ThingAction(
      .delete, names: [one], summary: "Delete a category without ratings.",
      details: "A category with ratings, or a standard one, is archived instead and keeps its ratings.",
      exampleLines: """
        without ratings: \(kelp); surf category delete kelp -> deleted
        an unknown category: surf category delete salt -> !unknown-category
        """, work: delete),
  ]

  private static func action(
    _ name: ThingAction.Name, _ line: String, _ caption: String, prints: String, summary: String? = nil,
    change: @escaping @Sendable (inout Category) -> Void
  ) -> ThingAction {
    ThingAction(
      name, names: [one], summary: summary,
      examples: [
        Example(line, caption, prints: prints),
        Example("surf category \(name) salt", "an unknown category", fails: "unknown-category"),
      ]
    ) { (work) throws(Diagnostic) in
      let known = try found(work)
      var category = known
      change(&category)
      if category != known { try category.store(in: work.store, cancellation: work.session.cancellation) }
      return [.table(try CategoriesCommand.table([category], work.store))]
    }
  }

  private static func found(_ work: RecordWork) throws(Diagnostic) -> Category {
    try SessionEntry.category(work.name, Category.all(in: work.store), archived: true, span: work.span)
  }

  private static func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    var category = try found(work)
    let isUsed = try JournalSession.all(in: work.store).contains { $0.ratings[category.key] != nil }
    if !isUsed, !Category.standard.contains(where: { $0.key == category.key }) {
      let record = try Category.thing.record(.text(category.key), in: work.store)
      try work.store.remove(record.id, of: JournalKinds.category, revision: record.revision)
      return [.note("deleted category \(category.name)")]
    }
    category.isArchived = true
    try category.store(in: work.store, cancellation: work.session.cancellation)
    return [.table(try CategoriesCommand.table([category], work.store))]
  }

  private static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (call, store) = (work.call, work.store)
    let name = call[new].split(separator: " ").joined(separator: " ")
    guard let key = Category.key(name), Int(key) == nil else {
      throw .badValue(
        "name", name, allowed: "a name of at most 40 letters and digits", span: call.span(of: new))
    }
    guard !Category.isReserved(key) else {
      throw Diagnostic(
        "bad-value", "'name' must not be that of a column of the journal, as \(Abridged.quoted(name)) is",
        span: call.span(of: new),
        help: "choose another name than " + Category.reserved.prefix { $0 != "from" }.joined(separator: ", ")
          + ", or a condition such as wave_height_m")
    }
    let known = try Category.all(in: store).first { $0.key == key }
    if let known, known.name.lowercased() != name.lowercased(), known.key != name {
      throw Diagnostic(
        "taken-key",
        "\(Abridged.quoted(name)) is the same as category \(Abridged.quoted(known.name)) without accents and signs",
        span: call.span(of: new), help: "choose another name, or change it by its own: surf category add \(known.key) …"
      )
    }
    let typed = call[scale]
    let steps = try Category.scale(typed, span: call.span(of: scale))
    // What is not typed stays as it was.
    let isGoodTyped = call.span(of: good) != nil
    var category = Category(
      key: key, name: name, scale: steps, words: (known?.words ?? [:]).filter { steps.contains($0.key) },
      lowIsGood: isGoodTyped ? call[good] == "low" : known?.lowIsGood ?? false)
    let dropped = (known?.words ?? [:]).filter { !category.scale.contains($0.key) }.sorted { $0.key < $1.key }
    var typedSteps: Set<Int> = []
    for text in call[words] {
      guard let (step, word) = Category.step(text), category.scale.contains(step) else {
        throw .badValue(
          "words", text, allowed: "a step of the scale and its word, as in \"1 mushy\"",
          span: call.span(of: words))
      }
      guard typedSteps.insert(step).inserted else {
        throw Diagnostic(
          "bad-value", "step \(step) has two words", span: call.span(of: words), help: "give each step one word")
      }
      category.words[step] = word
    }
    for (step, word) in category.words.sorted(by: { $0.key < $1.key }) {
      guard let other = category.words.first(where: { $0.key < step && SpotName.bare($0.value) == SpotName.bare(word) })
      else { continue }
      throw Diagnostic(
        "bad-value", "steps \(other.key) and \(step) have the same word \(Abridged.quoted(word))",
        span: call.span(of: words), help: "give each step its own word")
    }
    let outside = try JournalSession.all(in: store).first { session in
      session.ratings[key].map { !category.scale.contains($0) } ?? false
    }
    if let outside {
      throw Diagnostic(
        "bad-value", "session \(outside.number) has a rating outside \(typed)",
        span: call.span(of: scale), help: "choose a scale that holds all ratings")
    }
    try category.store(in: store, cancellation: work.session.cancellation)
    let table = Output.table(try CategoriesCommand.table([category], store))
    guard !dropped.isEmpty else { return [table] }
    let lost = dropped.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return [table, .note("dropped the words of steps outside \(typed): \(lost)")]
  }
}
