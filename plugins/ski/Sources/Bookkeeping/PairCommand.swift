internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski pair`: shows one ski pair; commands of three words act on one.
struct PairCommand: Command {
  static let name = Parameter<String?>.text(
    "pair", positional: true,
    help: "Pair: its serial number, the end or beginning of it, or its nickname; by default all are listed.",
    completion: .pairs())
  static let part = Parameter<String?>.text(
    "part", positional: true, help: "Part to show: tests or grinds.", completion: .words(["tests", "grinds"]))
  static let limit = Parameter<Int>.int(
    "limit", in: 1...100_000, default: 100, help: "With 'tests': maximum number of rows.")
  static let after = Parameter<String?>.text(
    "after", help: "With 'tests': show the next page, after this session.", completion: .sessions())

  let signature = Signature(
    "ski pair", topic: .plugins, summary: "Show one ski pair, its tests or its grindings.",
    details: """
      'ski pair 017' shows the pair with that serial number, with a number that ends or begins with it, or with that \
      nickname. 'ski pair 017 tests' shows its test sessions, 'ski pair 017 grinds' its grindings and treatments. \
      Serial numbers are text: 017 is not 17.
      """, parameters: [name.any, part.any, limit.any, after.any],
    exampleLines: """
      its tests: ski import ski-thesis; ski pair 017 tests -> rank
      the next page: ski import ski-thesis; ski pair 017 tests limit=2 after=12 -> after=10
      its grindings: ski import ski-thesis; ski pair 018 grinds -> grinding
      by the end of the serial number: ski import ski-thesis; ski pair 17 -> Klister
      an unknown pair: ski import ski-thesis; ski pair 77 -> !unknown-pair
      """, traits: .readsOnly, seeAlso: ["ski pairs", "ski pair add", "ski pair edit", "ski grind", "ski find"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[Self.name] else { return try PairsCommand().run(call, in: &session) }
    let part = call[Self.part]
    if part != "tests" { try call.refuseKeys(except: [], of: "ski pair PAIR", instead: "ski pair PAIR tests") }
    let pair = try workspace.pair(name, at: call.span(of: Self.name))
    switch part {
    case nil: return try PairScreen(workspace).details(pair)
    case "tests"?:
      return try PairScreen(workspace).tests(
        pair, limit: call[Self.limit], after: call[Self.after], at: call.span(of: Self.after))
    case "grinds"?: return try PairScreen(workspace).grinds(pair)
    case let other?: throw .unknownWord("part", other, among: ["tests", "grinds"], span: call.span(of: Self.part))
    }
  }

  /// A serial number as it is stored; throws `bad-name`, and `bad-serial` for text that a command would read differently.
  static func checked(_ text: String, at span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try RecordName.checked(text, "ski pair", at: span)
    let isOdd = serial.contains { "/= ".contains($0) }
    guard !isOdd, ThingAction.Name(rawValue: serial) == nil, serial.count <= 30 else {
      throw Diagnostic(
        "bad-serial", "'\(serial.prefix(40))' is not a serial number", span: span,
        help: "use up to 30 characters without spaces, commas, = or /")
    }
    return serial
  }
}

extension SkiWorkspace {
  /// The athlete that a text names, first among those of a file; otherwise a new one with that name.
  mutating func athleteOrNew(
    _ text: String, among own: [Athlete] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> Athlete {
    let called = own.filter { $0.isCalled(text) }
    if !called.isEmpty { return try athlete(text, among: called, at: span) }
    let numbers = Set(own.map(\.number))
    let all = own + (try athletes().filter { !numbers.contains($0.number) })
    guard Int(text) == nil, Athlete.thing.hits(text, among: all).isEmpty else {
      return try athlete(text, among: all, at: span)
    }
    let words = Athlete.words(text)
    let name = try RecordName.checked(words.all, "athlete", at: span)
    if let near = Suggestion.nearest(to: name, among: all.map(\.name) + all.compactMap(\.lastName)) {
      throw Diagnostic(
        "unknown-athlete", "unknown athlete '\(name)'; did you mean '\(near)'?", span: span,
        help: "use ski athlete add \(CommandText.word(name)) to add a new athlete")
    }
    let added = try addAthlete(name, words.fields, after: own)
    note("added athlete '\(added.name)'")
    return added
  }

  /// A number that no athlete had before, and none of a file has.
  func nextAthlete(after own: [Athlete]) throws(Diagnostic) -> Int {
    let highest = own.compactMap { Int($0.number) }.filter { $0 < 1_000_000_000 }.max() ?? 0
    return max(try store.nextNumber(of: SkiKinds.athlete), highest + 1)
  }

  /// Adds an athlete under the next number; the last word of the name is the last name, or the words that a field says are it.
  func addAthlete(_ name: String, _ fields: [String: Value], after own: [Athlete] = []) throws(Diagnostic) -> Athlete {
    let number = String(try nextAthlete(after: own))
    let words = name.split(separator: " ").map(String.init)
    var last = Array(words.suffix(1))
    // A last name begins with its particle: Maja von Berg, Pia de la Cruz.
    if words.first?.first?.isUppercase ?? false,
      let particle = words.firstIndex(where: { $0.first?.isLowercase ?? false }), last[0].first?.isUppercase ?? false
    {
      last = Array(words[particle...])
    }
    if case .text(let name)? = fields["last_name"] {
      let typed = name.split(separator: " ").map(String.init)
      if words.suffix(typed.count) == typed[...] { last = typed }
    } else if case .text(let name)? = fields["first_name"] {
      let typed = name.split(separator: " ").map(String.init)
      if typed.count < words.count, words.starts(with: typed) { last = Array(words[typed.count...]) }
    }
    var names: [String: Value] = ["last_name": .text(last.joined(separator: " "))]
    if words.count > last.count { names["first_name"] = .text(words.dropLast(last.count).joined(separator: " ")) }
    let values = fields.merging(names) { given, _ in given }.merging(["number": .text(number)]) { $1 }
    _ = try store.insert(SkiKinds.athlete, values)
    return Athlete.thing.item(values) ?? Athlete(number: number)
  }
}
