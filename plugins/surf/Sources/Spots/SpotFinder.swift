internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Finds the spot that someone means: by its number, its name, or the beginning of its name.
struct SpotFinder {
  static let spot = Parameter<String>.required(
    "spot", allowed: "a spot's name or number", help: "Spot: its name, the beginning of it, or its number.",
    completion: .spots())

  let spots: [Spot]
  /// Where home spots, sessions and forecasts are looked up; nil where names alone count.
  private let store: (any RecordStore)?

  init(_ spots: [Spot], in store: (any RecordStore)? = nil) { (self.spots, self.store) = (spots, store) }

  init(in store: any RecordStore) throws(Diagnostic) { self.init(try Spot.all(in: store), in: store) }

  /// Of several spots with a name the one that you mean most likely: a home spot, else the only one with sessions or
  /// forecasts; nil where that does not tell.
  private func preferred(_ found: [Spot]) throws(Diagnostic) -> (spot: Spot, why: String)? {
    guard let store, found.count > 1 else { return nil }
    let home = try SurfProfile.current(in: store).home
    let homes = found.filter { home.contains($0.number) }
    if !homes.isEmpty { return homes.count == 1 ? (homes[0], "a home spot") : nil }
    var used: Set<Int> = []
    for kind in [JournalKinds.session, StoredIssue.kindName] {
      used.formUnion(try RecordRows(RecordQuery(kind), ["spot"], in: store).integers("spot").compactMap { $0 })
    }
    let known = found.filter { used.contains($0.number) || used.contains($0.issues) }
    return known.count == 1 ? (known[0], "the one with sessions or forecasts") : nil
  }

  /// A note where a word fits several spots and one of them was taken.
  func remark(_ word: String) throws(Diagnostic) -> [Output] {
    guard Int(word) == nil else { return [] }
    let found = matching(word)
    guard let (spot, why) = try preferred(found) else { return [] }
    return [
      .note("took \(spot.title) for \(Abridged.quoted(word)): of \(found.count.counted("spot")) it is \(why)")
    ]
  }

  /// The spots whose name, or a word of it, begins with some text, whatever its case and accents; exact names alone where
  /// there are any.
  func matching(_ text: String) -> [Spot] { SpotFinder.naming.hits(text, among: spots) }

  private static let naming = Naming<Spot>(codes: { _ in [] }, names: { [$0.name] }, parts: [.beginning, .word])

  /// The name most like a typed one, or the name of which a word is; nil where none is alike.
  func nearest(_ text: String) -> String? {
    var names: [String: String] = [:]
    for spot in spots.reversed() {
      let bare = PlainLetters.spoken(spot.name)
      for part in bare.split(separator: " ") where part.count > 2 { names[String(part)] = spot.name }
      names[bare] = spot.name
    }
    return Suggestion.nearest(to: PlainLetters.spoken(text), among: names.keys.inCodePointOrder())
      .flatMap { names[$0] }
  }

  /// The one spot of a call; throws `unknown-spot` and `which-spot`.
  func one(_ call: Call, _ parameter: Parameter<String> = SpotFinder.spot) throws(Diagnostic) -> Spot {
    try one(call[parameter], span: call.span(of: parameter))
  }

  /// The one spot that a word means; throws `unknown-spot` and `which-spot`.
  ///
  /// Where it `isExact`, as before something is changed or deleted, a home spot is not preferred.
  func one(_ word: String, isExact: Bool = false, span: SourceSpan?) throws(Diagnostic) -> Spot {
    if let number = Int(word) {
      if let spot = spots.first(where: { $0.number == number }) { return spot }
      throw Diagnostic("unknown-spot", "there is no spot \(number)", span: span, help: "list the spots: surf spots")
    }
    let found = matching(word)
    if found.count == 1 { return found[0] }
    if !isExact, let (spot, _) = try preferred(found) { return spot }
    if found.isEmpty {
      var error = Diagnostic.unknown(
        "spot", word, among: spots.count <= 12 ? spots.map(\.name) : [], span: span)
      if let near = nearest(word) {
        error = Diagnostic(
          "unknown-spot", "unknown spot \(Abridged.quoted(word)); did you mean \(Abridged.quoted(near))?", span: span)
      }
      if spots.isEmpty { error.help = "add it first: surf spot add NAME LAT,LON zone=ZONE" }
      throw error
    }
    let some = found.prefix(5).map(\.title).joined(separator: "; ")
    throw Diagnostic(
      "which-spot", "\(Abridged.quoted(word)) may be \(found.count) spots: \(some)" + (found.count > 5 ? "; …" : ""),
      span: span, help: "give its number")
  }
}

/// A command with a note where a short name fits several spots and it took one of them.
struct SpotNoted: Command {
  let signature: Signature
  private let command: any Command

  init(_ command: any Command) {
    self.command = command
    signature = command.signature
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    // The word counts as it did before the command, which may log the first session at one of the spots.
    let notes = try SpotFinder(in: session.store()).remark(call[SpotFinder.spot])
    return try command.run(call, in: &session) + notes
  }
}

extension Completion {
  /// Names of spots, after some fixed words.
  static func spots(_ words: [String] = []) -> Completion {
    .records([RecordNames(Spot.kind, "name")], words: words)
  }
}
