internal import PodiumCore
internal import PodiumPlugin

/// `surf categories`: what sessions are rated by.
struct CategoriesCommand: Command {
  let signature = Signature(
    "surf categories", topic: .plugins, summary: "List the categories that sessions are rated by.",
    details: "uses counts the sessions with a rating. Of chop and closeouts low ratings are good.",
    parameters: [],
    examples: [
      Example("surf categories", "the standard ones", prints: "steepness"),
      Example("surf categories to categories.csv", "saved to a file", prints: "categories.csv"),
      Example(
        "surf categories", after: ["surf category add hollowness 1..10 \"1 soft\" \"10 round\""], "with your own",
        prints: "hollowness"),
      Example("surf categories all", "an argument it does not take", fails: "unexpected-argument"),
    ], seeAlso: ["surf category", "surf category add", "surf log"])

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

/// `surf category add`: adds a category.
struct CategoryAddCommand: Command {
  static let name = Parameter<String>.required("name", allowed: "a name", help: "Name of the category.")
  static let scale = Parameter<String>.required(
    "scale", allowed: "two whole numbers, as in 1..5", help: "Lowest and highest rating, as in 1..5.")
  static let words = Parameter<[String]>.words("words", help: "What steps mean, as in \"1 mushy\" \"5 vertical\".")
  static let good = Parameter<String>.choice(
    "good", ["high", "low"], default: "high", help: "Which end of the scale is good.")

  let signature = Signature(
    "surf category add", topic: .plugins, summary: "Add a category that sessions are rated by.",
    details: "A category of the same name is changed, as long as its ratings fit the new scale.",
    parameters: [name.any, scale.any, words.any, good.any],
    examples: [
      Example(
        "surf category add hollowness 1..10 \"1 soft\" \"10 round\"", "with words for two steps", prints: "10 round"),
      Example("surf category add kelp 0..3 good=low", "of which low ratings are good", prints: "low"),
      Example(
        "surf category add steepness 1..5 \"1 fat\" \"5 vertical\"", "other words for a standard one", prints: "fat"),
      Example("surf category add kelp 5..1", "a scale that runs backwards", fails: "bad-value"),
    ], seeAlso: ["surf categories", "surf category", "surf log"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let name = call[CategoryAddCommand.name].split(separator: " ").joined(separator: " ")
    guard let key = Category.key(name), Int(key) == nil else {
      throw .badValue(
        "name", name, allowed: "a name of at most 40 letters and digits", span: call.span(of: CategoryAddCommand.name))
    }
    guard !Category.isReserved(key) else {
      throw Diagnostic(
        "bad-value", "'name' must not be that of a column of the journal, as \(Abridged.quoted(name)) is",
        span: call.span(of: CategoryAddCommand.name),
        help: "choose another name than " + Category.reserved.prefix { $0 != "from" }.joined(separator: ", ")
          + ", or a condition such as wave_height_m")
    }
    let typed = call[CategoryAddCommand.scale]
    guard let (low, high) = typed.halves(of: ".."), let lowest = Int(low), let highest = Int(high),
      (-1000...1000).contains(lowest), (-1000...1000).contains(highest), lowest < highest
    else {
      throw .badValue(
        "scale", typed, allowed: "two whole numbers from -1000 to 1000, lowest first, as in 1..5",
        span: call.span(of: CategoryAddCommand.scale))
    }
    var category = Category(
      key: key, name: name, scale: lowest...highest, lowIsGood: call[CategoryAddCommand.good] == "low")
    for text in call[CategoryAddCommand.words] {
      guard let (step, word) = Category.step(text), category.scale.contains(step) else {
        throw .badValue(
          "words", text, allowed: "a step of the scale and its word, as in \"1 mushy\"",
          span: call.span(of: CategoryAddCommand.words))
      }
      category.words[step] = word
    }
    let outside = try JournalSession.all(in: store).first { session in
      session.ratings[key].map { !category.scale.contains($0) } ?? false
    }
    if let outside {
      throw Diagnostic(
        "bad-value", "session \(outside.number) has a rating outside \(typed)",
        span: call.span(of: CategoryAddCommand.scale), help: "choose a scale that holds all ratings")
    }
    try category.store(in: store, cancellation: session.cancellation)
    return [.table(try CategoriesCommand.table([category], store))]
  }
}

/// `surf category NAME`: shows a category, or archives or restores it.
struct CategoryCommand: Command {
  static let actions = ["archive", "restore", "delete"]
  static let name = Parameter<String>.required(
    "category", allowed: "a category", help: "Name of the category.",
    completion: .records([RecordNames(JournalKinds.category, "key")], words: Category.standard.map(\.key)))
  static let action = Parameter<String?>.text(
    "action", positional: true, help: "archive, restore or delete; without it the category is shown.",
    completion: .words(actions))

  let signature = Signature(
    "surf category", topic: .plugins, summary: "Show, archive, restore or delete a category.",
    details: "A category with ratings, or a standard one, is archived and keeps its ratings; others are deleted.",
    parameters: [name.any, action.any],
    examples: [
      Example("surf category power", "one category", prints: "very powerful"),
      Example("surf category speed archive", "no longer used", prints: "true"),
      Example(
        "surf category kelp delete", after: ["surf category add kelp 0..3 good=low"], "without ratings",
        prints: "deleted"),
      Example("surf category salt", "an unknown category", fails: "unknown-category"),
    ], seeAlso: ["surf categories", "surf category add"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let words = try call.words(CategoryCommand.name, CategoryCommand.action, actions: CategoryCommand.actions)
    var category = try SessionEntry.category(
      words.record, Category.all(in: store), archived: true, span: words.recordSpan)
    switch words.action {
    case nil: break
    case "archive": category.isArchived = true
    case "restore": category.isArchived = false
    default:
      let isUsed = try JournalSession.all(in: store).contains { $0.ratings[category.key] != nil }
      if !isUsed, !Category.standard.contains(where: { $0.key == category.key }) {
        let query = RecordQuery(JournalKinds.category, where: [.equals("key", .text(category.key))])
        for record in try store.records(query) {
          try store.remove(record.id, of: JournalKinds.category, revision: record.revision)
        }
        return [.note("deleted category \(category.name)")]
      }
      category.isArchived = true
    }
    if words.action != nil { try category.store(in: store, cancellation: session.cancellation) }
    return [.table(try CategoriesCommand.table([category], store))]
  }
}
