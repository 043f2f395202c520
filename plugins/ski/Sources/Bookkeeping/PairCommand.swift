internal import PodiumCore
internal import PodiumPlugin

/// `ski pair`: one ski pair; what is done with it is in verbs of three words.
struct PairCommand: Command {
  static let name = Parameter<String?>.text(
    "pair", positional: true,
    help: "The pair: its serial number, the end or the beginning of one, or its nickname.", completion: .pairs())
  static let part = Parameter<String?>.text(
    "part", positional: true, help: "tests or grinds: what is shown of it.", completion: .words(["tests", "grinds"]))
  static let owner: FieldKey = {
    let parameter = Parameter<String?>.text("owner", help: "The athlete.", completion: .athletes())
    return FieldKey("owner", "owner", parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return text.isEmpty ? .missing : .text(try workspace.athleteOrNew(text, at: call.span(of: parameter)).number)
    }
  }()
  static let tags: FieldKey = {
    let parameter = Parameter<[String]?>.list("tags", help: "Tags, as in tags=race,soft.", completion: .terms(.tag))
    return FieldKey("tags", "tags", parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let list = call[parameter] else { return nil }
      var tags: [String] = []
      for text in list where !text.isEmpty {
        let tag = try workspace.terms.word(.tag, text, at: call.span(of: parameter))
        if !tags.contains(tag) { tags.append(tag) }
      }
      return tags.isEmpty ? .missing : .text(tags.joined(separator: ","))
    }
  }()
  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 100, help: "With 'tests': the most rows.")
  static let after = Parameter<String?>.text(
    "after", help: "With 'tests': only what the list has behind this session, the next page.", completion: .sessions())
  static let serial = FieldKey.text("serial", "serial_number", help: "Another serial number.")

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

  let signature = Signature(
    "ski pair", topic: .plugins, summary: "Show one ski pair, its tests or its grindings.",
    details: """
      'ski pair 017' shows the pair of that serial number, or whose number ends or begins so, or that is called so; \
      'ski pair 017 tests' its test sessions and 'ski pair 017 grinds' its grindings and treatments. Serial numbers are \
      texts: 017 is not 17.
      """,
    parameters: [name.any, part.any, limit.any, after.any],
    examples: [
      Example("ski pair 017 tests", after: ["ski import ski-thesis"], "its tests", prints: "rank"),
      Example(
        "ski pair 017 tests limit=2 after=12", after: ["ski import ski-thesis"], "the next page", prints: "after=10"),
      Example("ski pair 018 grinds", after: ["ski import ski-thesis"], "what lay on it", prints: "grinding"),
      Example("ski pair 17", after: ["ski import ski-thesis"], "the end of a serial number", prints: "Klister"),
      Example("ski pair 77", after: ["ski import ski-thesis"], "a pair nobody knows", fails: "unknown-pair"),
    ], seeAlso: ["ski pairs", "ski pair add", "ski pair edit", "ski grind", "ski find"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[PairCommand.name] else {
      throw Diagnostic(
        "missing-argument", "'ski pair' needs a serial number", span: call.verbSpan, help: "ski pairs lists them")
    }
    let part = call[PairCommand.part]
    if part != "tests" { try PairCommand.refusePages(call) }
    let pair = try workspace.pair(name, at: call.span(of: PairCommand.name))
    switch part {
    case nil: return try PairScreen(workspace).details(pair)
    case "tests"?:
      let after = try call[PairCommand.after].map { (text) throws(Diagnostic) in
        try workspace.sessionNumber(text, at: call.span(of: PairCommand.after))
      }
      return try PairScreen(workspace).tests(pair, limit: call[PairCommand.limit], after: after)
    case "grinds"?: return try PairScreen(workspace).grinds(pair)
    case let other?:
      throw .unknownWord("part", other, among: ["tests", "grinds"], span: call.span(of: PairCommand.part))
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

  /// A serial number as it is kept; throws `bad-name`, and `bad-serial` for a word that a command would take otherwise.
  static func checked(_ text: String, at span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try Terms.checked(text, "ski pair", at: span)
    let isOdd = serial.contains { $0 == "/" || $0 == " " }
    guard !isOdd, !RecordAction.words.contains(serial), serial.count <= 30 else {
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

extension SkiWorkspace {
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
