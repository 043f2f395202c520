internal import PodiumCore
internal import PodiumShell

/// `ski pair`: one ski pair, shown, entered, changed, put away.
struct PairCommand: Command {
  static let words = Deed.parameter(
    "serial number", names: Completion.pairs, archived: .archivedPairs, parts: ["tests", "grinds"])
  static let owner: FieldKey = {
    let parameter = Parameter<String?>.text("owner", help: "The athlete.", completion: .athletes())
    return FieldKey("owner", "owner", parameter.any) { (call, books) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return text.isEmpty ? .missing : .text(try books.athleteOrNew(text, at: call.span(of: parameter)).number)
    }
  }()
  static let tags: FieldKey = {
    let parameter = Parameter<[String]?>.list("tags", help: "Tags, as in tags=race,soft.", completion: .terms(.tag))
    return FieldKey("tags", "tags", parameter.any) { (call, books) throws(Diagnostic) in
      guard let list = call[parameter] else { return nil }
      var tags: [String] = []
      for text in list where !text.isEmpty {
        let tag = try books.terms.word(.tag, text, at: call.span(of: parameter))
        if !tags.contains(tag) { tags.append(tag) }
      }
      return tags.isEmpty ? .missing : .text(tags.joined(separator: ","))
    }
  }()
  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 100, help: "With 'tests': the most rows.")
  static let after = Parameter<String?>.text(
    "after", help: "With 'tests': only what the list has behind this session, the next page.", completion: .sessions())
  static let serial = FieldKey.text("serial", "serial_number", help: "Another serial number, with 'edit'.")

  static let fields: [FieldKey] = [
    .word("type", "ski_type", .type, help: "The ski type, as in Skate, Classic or Klister."),
    .word("base", "ski_base", .base, help: "The base, as in Black or White."),
    .word("brand", "brand", .brand, help: "The brand."),
    owner,
    .text("nickname", help: "What the team calls it."),
    tags,
    .day("acquired", "acquired", help: "The day it came, as in 2025-10-01."),
    .number(
      "weight", "weight_for_measure_kg", in: 20...150, unit: "kg", help: "The body weight the camber is measured with."),
    .number("full", "height_full_weight_mm", in: 0...60, unit: "mm", help: "Camber height under the full weight."),
    .number("half", "height_half_weight_mm", in: 0...60, unit: "mm", help: "Camber height under half of the weight."),
    .number("pushdown", "weight_for_pushdown_kg", in: 5...300, unit: "kg", help: "The weight that presses it flat."),
    .number("full-left", "height_full_left_mm", in: 0...60, unit: "mm", help: "The same of the left ski alone."),
    .number("full-right", "height_full_right_mm", in: 0...60, unit: "mm", help: "The same of the right ski alone."),
    .number("half-left", "height_half_left_mm", in: 0...60, unit: "mm", help: "The same of the left ski alone."),
    .number("half-right", "height_half_right_mm", in: 0...60, unit: "mm", help: "The same of the right ski alone."),
    .comment,
  ]

  /// What `ski pair` takes.
  let signature = Signature(
    "ski pair", topic: .plugins, summary: "Show, enter or change one ski pair.",
    details: """
      'ski pair 017' shows the pair of that serial number, or whose number ends or begins so, or that is called so; \
      'ski pair 017 tests' its test sessions and 'ski pair 017 grinds' its grindings and treatments. Serial numbers are \
      texts: 017 is not 17. New words (a type, a base, a brand) are added and told; one that looks like a slip of a \
      known word is refused. A pair that was tested is archived, never deleted; 'merge WRONG RIGHT' moves all that \
      belongs to a pair entered twice. An empty text takes a value away (nickname=""), clear= takes away several.
      """,
    parameters: [words.any] + (fields + [serial]).map(\.any) + [Clearing.parameter.any, limit.any, after.any],
    examples: [
      Example(
        "ski pair add 4711017 type=Klister base=White owner=\"Henrik Danielsson\"", "a new pair", prints: "4711017"),
      Example(
        "ski pair add 4711018 4711019 type=Klister base=Black", "several pairs that are alike", prints: "4711019"),
      Example(
        "ski pair edit 017 weight=70 full=1,2 half=6.3", after: ["ski pair add 4711017 type=Klister"], "its camber",
        prints: "6.3"),
      Example("ski pair 017 tests", after: ["ski import ski-thesis"], "its tests", prints: "rank"),
      Example(
        "ski pair 017 tests limit=2 after=12", after: ["ski import ski-thesis"], "the next page", prints: "after=10"),
      Example("ski pair 018 grinds", after: ["ski import ski-thesis"], "what lay on it", prints: "grinding"),
      Example("ski pair 17", after: ["ski import ski-thesis"], "the end of a serial number", prints: "Klister"),
      Example("ski pair delete 017", after: ["ski import ski-thesis"], "a pair in use", fails: "record-in-use"),
      Example("ski pair 77", after: ["ski import ski-thesis"], "a pair nobody knows", fails: "unknown-pair"),
      Example(
        "ski pair add 017 base=Whyte", after: ["ski import ski-thesis"], "a slip", fails: "taken-key"),
    ], seeAlso: ["ski pairs", "ski grind", "ski find"])

  /// One record changes, or what refers to it too.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let span = call.span(of: PairCommand.words)
    let words = call[PairCommand.words]
    if words.first == "add", words.count > 2 {
      try PairCommand.refusePages(call)
      return try add(Array(words.dropFirst()), call, &books, span)
    }
    let deed = try Deed(call, PairCommand.words, noun: "serial number")
    try deed.refuse(PairCommand.fields + [PairCommand.serial], call)
    if case .show(_, ["tests"]) = deed {} else { try PairCommand.refusePages(call) }
    switch deed {
    case .list:
      throw Diagnostic(
        "missing-argument", "'ski pair' needs a serial number", span: call.verbSpan, help: "ski pairs lists them")
    case .show(let name, let rest):
      let pair = try books.pair(name, at: span)
      switch rest {
      case []: return try PairScreen(books).details(pair)
      case ["tests"]:
        let after = try call[PairCommand.after].map { (text) throws(Diagnostic) in
          try books.sessionNumber(text, at: call.span(of: PairCommand.after))
        }
        return try PairScreen(books).tests(pair, limit: call[PairCommand.limit], after: after)
      case ["grinds"]: return try PairScreen(books).grinds(pair)
      default:
        throw .unknownWord("part", rest.joined(separator: " "), among: ["tests", "grinds"], span: span)
      }
    case .add(let name):
      let serial = try free(name, books, span)
      let record = try insert(serial, try PairCommand.fields.values(call, &books), &books)
      return [.record(try PairScreen(books).record(of: record))] + books.remarks
    case .edit(let name):
      let pair = try books.pair(name, at: span)
      var values = try (PairCommand.fields + [PairCommand.serial]).values(call, &books)
      let record = try books.record(SkiKinds.pair, "serial_number", pair.serialNumber)
      if let new = values["serial_number"] {
        let serial = try PairCommand.checked(new.fileText, at: span)
        values["serial_number"] = .text(serial)
        if serial != pair.serialNumber {
          try books.refuseTaken(SkiKinds.pair, "serial_number", serial, "ski pair", at: span)
          let count = try SkiLinks.rename(pair.serialNumber, to: serial, SkiLinks.pair, in: books.store, at: span)
          books.note("\(count.counted("record")) of the pair \(count == 1 ? "follows" : "follow") the new number")
        }
      }
      return try books.change(record, values, title: pair.serialNumber)
    case .archive(let name), .restore(let name):
      let pair = try books.pair(name, at: span)
      let isArchived = if case .archive = deed { true } else { false }
      return try books.change(
        try books.record(SkiKinds.pair, "serial_number", pair.serialNumber),
        ["archived": isArchived ? .boolean(true) : .missing],
        title: pair.serialNumber)
    case .delete(let name):
      let pair = try books.pair(name, at: span)
      try SkiLinks.refuseInUse(
        "ski pair", pair.serialNumber, SkiLinks.pair, in: books.store, at: span,
        way: "ski pair archive \(Session.quoted(pair.serialNumber)) puts it away and keeps its history")
      let record = try books.record(SkiKinds.pair, "serial_number", pair.serialNumber)
      try books.store.remove(record.id, of: SkiKinds.pair, revision: record.revision)
      return [.note("removed ski pair '\(pair.serialNumber)'")]
    case .merge(let wrong, let right):
      return try merge(try books.pair(wrong, at: span), into: try books.pair(right, at: span), &books, span)
    }
  }

  /// Throws `unexpected-key` for keys of a list where none is shown.
  private static func refusePages(_ call: Call) throws(Diagnostic) {
    for argument in call.syntax.arguments {
      guard let key = argument.key, ["limit", "after"].contains(key.text) else { continue }
      throw Diagnostic(
        "unexpected-key", "'\(key.text)=' is for a pair's tests", span: key.span,
        help: "write: ski pair NAME tests \(key.text)=…")
    }
  }

  /// A serial number that no pair has yet.
  private func free(_ name: String, _ books: Books, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try PairCommand.checked(name, at: span)
    try books.refuseTaken(SkiKinds.pair, "serial_number", serial, "ski pair", at: span)
    return serial
  }

  /// Enters one pair.
  private func insert(
    _ serial: String, _ values: [String: Value], _ books: inout Books
  ) throws(Diagnostic) -> Record {
    let alike = try SkiRecords.pairs(books.store).filter { PairCommand.isAlike($0.serialNumber, serial) }
    if let other = alike.first {
      books.warn("'\(other.serialNumber)' is kept too and differs by leading zeros: they are two pairs")
    }
    return try books.store.insert(SkiKinds.pair, values.merging(["serial_number": .text(serial)]) { $1 })
  }

  /// Enters several pairs that are alike in what the keys say.
  private func add(
    _ names: [String], _ call: Call, _ books: inout Books, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    let values = try PairCommand.fields.values(call, &books)
    var serials: [Value] = []
    for name in names {
      serials.append(try insert(try free(name, books, span), values, &books)["serial_number"])
    }
    let added = try SkiRecords.pairs(books.store, where: [.isOneOf("serial_number", serials)], limit: serials.count)
    let output = try PairsCommand.table(added, [:], books, title: "\(added.count.counted("new ski pair"))")
    return [.table(output)] + books.remarks
  }

  /// Moves all that belongs to one pair to another, which gets the values it lacks.
  private func merge(
    _ wrong: SkiPair, into right: SkiPair, _ books: inout Books, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    guard wrong.serialNumber != right.serialNumber else {
      throw Diagnostic("same-record", "'\(wrong.serialNumber)' cannot be merged with itself", span: span)
    }
    let met = try books.store.count(
      RecordQuery(
        SkiKinds.glide,
        where: [
          .isOneOf("winner", [.text(wrong.serialNumber), .text(right.serialNumber)]),
          .isOneOf("loser", [.text(wrong.serialNumber), .text(right.serialNumber)]),
        ]))
    guard met == 0 else {
      throw Diagnostic(
        "merge-conflict",
        "'\(wrong.serialNumber)' and '\(right.serialNumber)' glided against each other, so they are two pairs",
        span: span)
    }
    let count = try SkiLinks.rename(
      wrong.serialNumber, to: right.serialNumber, SkiLinks.pair, in: books.store, at: span)
    let (old, kept) = (
      try books.record(SkiKinds.pair, "serial_number", wrong.serialNumber),
      try books.record(SkiKinds.pair, "serial_number", right.serialNumber)
    )
    let gained = old.fields.filter { kept.fields[$0.key] == nil }
    _ = try books.store.update(kept.id, of: SkiKinds.pair, setting: gained, revision: kept.revision)
    try books.store.remove(old.id, of: SkiKinds.pair, revision: old.revision)
    var record = RecordOutput("'\(wrong.serialNumber)' is now '\(right.serialNumber)'")
    record.add("serial_number", .text(right.serialNumber))
    record.add("moved", .integer(count))
    return [.record(record)] + books.remarks
  }

  /// A serial number as it is kept; throws `bad-name`, and `bad-serial` for a word that a command would take otherwise.
  static func checked(_ text: String, at span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try Terms.checked(text, "ski pair", at: span)
    let isOdd = serial.contains { $0 == "/" || $0 == " " }
    guard !isOdd, !Deed.words.contains(serial), serial.count <= 30 else {
      throw Diagnostic(
        "bad-serial", "'\(serial.prefix(40))' is no serial number", span: span,
        help: "a serial number has up to 30 characters, no blank, no comma and no /")
    }
    return serial
  }

  /// Whether two serial numbers are the same but for leading zeros, which a spreadsheet eats.
  static func isAlike(_ a: String, _ b: String) -> Bool {
    a != b && a.drop { $0 == "0" } == b.drop { $0 == "0" }
  }
}

extension Books {
  /// Throws `taken-key` where a record of that name is there.
  func refuseTaken(
    _ kind: String, _ field: String, _ name: String, _ noun: String, at span: SourceSpan?
  ) throws(Diagnostic) {
    guard let record = try store.records(RecordQuery(kind, where: [.equals(field, .text(name))])).first else { return }
    let isArchived = record["archived"] == .boolean(true)
    let verb = noun.hasPrefix("ski ") ? noun : "ski " + noun
    throw Diagnostic(
      "taken-key", "there is a \(noun) '\(name)' already" + (isArchived ? ", archived" : ""), span: span,
      help: isArchived ? "\(verb) restore brings it back" : "\(verb) edit changes it")
  }

  /// The athlete a text fits, else a new one of that name.
  mutating func athleteOrNew(_ text: String, at span: SourceSpan?) throws(Diagnostic) -> Athlete {
    let all = try athletes()
    let finder = AthleteFinder(athletes: all)
    if !finder.hits(text).isEmpty { return try finder.one(text, at: span) }
    let name = try Terms.checked(text, "athlete", at: span)
    if let near = Suggestion.nearest(to: name, among: all.map(\.name) + all.compactMap(\.lastName)) {
      throw Diagnostic(
        "unknown-athlete", "unknown athlete '\(name)'; did you mean '\(near)'?", span: span,
        help: "a new one is added by: ski athlete add \(Session.quoted(name))")
    }
    let added = try addAthlete(name, [:])
    note("new athlete '\(added.name)'")
    return added
  }

  /// Enters an athlete under the next number, which was never given before; the last word of the name is the last name.
  func addAthlete(_ name: String, _ fields: [String: Value]) throws(Diagnostic) -> Athlete {
    var athlete = Athlete(number: String(try store.nextNumber(of: SkiKinds.athlete)))
    let words = name.split(separator: " ").map(String.init)
    athlete.lastName = words.last
    if words.count > 1 { athlete.firstName = words.dropLast().joined(separator: " ") }
    var values = fields
    values["number"] = .text(athlete.number)
    if values["last_name"] == nil { values["last_name"] = athlete.lastName.map(Value.text) ?? .missing }
    if values["first_name"] == nil { values["first_name"] = athlete.firstName.map(Value.text) ?? .missing }
    _ = try store.insert(SkiKinds.athlete, values)
    if case .integer(let code)? = values["fis_code"] { athlete.fisCode = code }
    if case .text(let name)? = values["first_name"] { athlete.firstName = name }
    if case .text(let name)? = values["last_name"] { athlete.lastName = name }
    return athlete
  }
}
