internal import PodiumCore
internal import PodiumPlugin

/// Finds the spot that someone means: by its number, its name, or the beginning of its name.
struct SpotFinder {
  static let spot = Parameter<String>.required(
    "spot", allowed: "a spot's name or number", help: "Spot: its name, the beginning of it, or its number.",
    completion: .records([RecordNames(Spot.kind, "name")], words: []))

  let spots: [Spot]

  init(_ spots: [Spot]) { self.spots = spots }

  init(in store: any RecordStore) throws(Diagnostic) { spots = try Spot.all(in: store) }

  /// The spots whose name, or a word of it, begins with some text, whatever its case and accents; exact names alone where
  /// there are any.
  func matching(_ text: String) -> [Spot] {
    let wanted = SpotName.bare(text)
    let names = spots.map { SpotName.bare($0.name) }
    let exact = spots.indices.filter { names[$0] == wanted }
    if !exact.isEmpty { return exact.map { spots[$0] } }
    let begun = spots.indices.filter { names[$0].hasPrefix(wanted) }
    if !begun.isEmpty { return begun.map { spots[$0] } }
    return spots.indices.filter { names[$0].contains(" " + wanted) }.map { spots[$0] }
  }

  /// The name most like a typed one, or the name of which a word is; nil where none is alike.
  func nearest(_ text: String) -> String? {
    var names: [String: String] = [:]
    for spot in spots.reversed() {
      let bare = SpotName.bare(spot.name)
      for part in bare.split(separator: " ") where part.count > 2 { names[String(part)] = spot.name }
      names[bare] = spot.name
    }
    return Suggestion.nearest(to: SpotName.bare(text), among: names.keys.sorted(by: CodePointOrder.precedes))
      .flatMap { names[$0] }
  }

  /// The one spot of a call; throws `unknown-spot` and `which-spot`.
  func one(_ call: Call, _ parameter: Parameter<String> = SpotFinder.spot) throws(Diagnostic) -> Spot {
    try one(call[parameter], span: call.span(of: parameter))
  }

  /// The one spot that a word means; throws `unknown-spot` and `which-spot`.
  func one(_ word: String, span: SourceSpan?) throws(Diagnostic) -> Spot {
    if let number = Int(word) {
      if let spot = spots.first(where: { $0.number == number }) { return spot }
      throw Diagnostic("unknown-spot", "there is no spot \(number)", span: span, help: "list the spots: surf spots")
    }
    let found = matching(word)
    if found.count == 1 { return found[0] }
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
