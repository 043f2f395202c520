internal import PodiumCore
internal import PodiumPlugin

/// Finds a ski pair by serial number, by the end or beginning of it, or by nickname.
///
/// The whole serial number wins; otherwise all ways are equal, and exactly one match is needed. Nothing is guessed:
/// several matches are an error that lists them, no match one that suggests the nearest. Serial numbers are text: 17 is
/// not 017.
struct PairFinder {
  private let pairs: [SkiPair]
  private let describe: ([SkiPair]) -> [String]

  /// Searches some pairs; `describe` describes several matches, and is called only for those.
  init(_ pairs: [SkiPair], describe: @escaping ([SkiPair]) -> [String]) {
    self.pairs = pairs
    self.describe = describe
  }

  /// The pairs that a text matches: by serial number, otherwise by its end or beginning, or by nickname.
  ///
  /// Archived pairs count only if no other matches.
  func hits(_ text: String) -> [SkiPair] {
    if let exact = pairs.first(where: { $0.serialNumber == text }) { return [exact] }
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    let found = pairs.filter { pair in
      let serial = pair.serialNumber.lowercased()
      return serial.hasSuffix(wanted) || serial.hasPrefix(wanted)
        || pair.nickname.map { $0.lowercased().hasPrefix(wanted) } == true
    }
    let current = found.filter { !$0.isArchived }
    return current.isEmpty ? found : current
  }

  /// The only pair that a text matches.
  ///
  /// Throws `unknown-pair` with the nearest, `ambiguous-pair` with a list.
  func one(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> SkiPair {
    let found = hits(text)
    if found.count > 1 {
      let shown = describe(Array(found.prefix(8)))
      throw Diagnostic(
        "ambiguous-pair", "'\(text)' matches \(found.count) ski pairs", span: span,
        help: "type more of the serial number: " + shown.joined(separator: "; ")
          + (found.count > shown.count ? "; use ski find \(Session.quoted(text)) to list them all" : ""))
    }
    if let pair = found.first { return pair }
    var names: [String] = []
    for name in pairs.map(\.serialNumber) + pairs.compactMap(\.nickname) + endings(text) where !names.contains(name) {
      names.append(name)
    }
    throw Diagnostic.unknown(
      "pair", text, among: names, span: span,
      help: pairs.isEmpty ? "there are no ski pairs yet: ski pair add SERIAL" : "use ski pairs to list them")
  }

  /// The ends of serial numbers, as long as the typed text: a typo in three digits is nearest to three digits.
  private func endings(_ text: String) -> [String] {
    pairs.map { String($0.serialNumber.suffix(text.count)) }
  }
}
