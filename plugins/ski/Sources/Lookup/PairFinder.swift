internal import PodiumCore
internal import PodiumPlugin

/// Finds a ski pair by what a person says of it: the serial number, its end or its beginning, or the nickname.
///
/// The whole serial number wins; else every other way counts alike, and one hit is needed. Nothing is guessed: several
/// hits are an error that lists them, none one that names the nearest. Serial numbers are texts, so 17 is not 017.
struct PairFinder {
  private let pairs: [SkiPair]
  private let describe: ([SkiPair]) -> [String]

  /// Finds among pairs; `describe` is what a list says of some, asked for only where there are several.
  init(_ pairs: [SkiPair], describe: @escaping ([SkiPair]) -> [String]) {
    self.pairs = pairs
    self.describe = describe
  }

  /// The pairs a text fits: the one of that serial number, else those that end or begin so or are called so.
  ///
  /// Archived pairs count only where no other fits.
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

  /// The one pair a text fits.
  ///
  /// Throws `unknown-pair` with the nearest, `ambiguous-pair` with a list.
  func one(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> SkiPair {
    let found = hits(text)
    if found.count > 1 {
      let shown = describe(Array(found.prefix(8)))
      throw Diagnostic(
        "ambiguous-pair", "'\(text)' fits \(found.count) ski pairs", span: span,
        help: "write more of the serial number: " + shown.joined(separator: "; ")
          + (found.count > shown.count ? "; ski find \(Session.quoted(text)) lists them all" : ""))
    }
    if let pair = found.first { return pair }
    var names: [String] = []
    for name in pairs.map(\.serialNumber) + pairs.compactMap(\.nickname) + endings(text) where !names.contains(name) {
      names.append(name)
    }
    throw Diagnostic.unknown(
      "pair", text, among: names, span: span,
      help: pairs.isEmpty ? "no ski pair is kept yet: ski pair add SERIAL" : "ski pairs lists them")
  }

  /// The ends of serial numbers as long as what was typed: a slip in three digits is nearest to three digits.
  private func endings(_ text: String) -> [String] {
    pairs.map { String($0.serialNumber.suffix(text.count)) }
  }
}
