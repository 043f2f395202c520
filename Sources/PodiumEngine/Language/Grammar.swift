internal import PodiumCore
public import PodiumPlugin

/// The known verbs; parsing depends on them, because a signature determines what may follow its verb.
public struct Grammar: Sendable {
  private let registry: Registry
  private let signatures: [String: Signature]
  private let heads: Set<String>
  private let mayShorten: Bool

  /// The verbs of a registry; with `mayShorten`, the first letters of a verb are enough.
  public init(_ registry: Registry, mayShorten: Bool = false) {
    self.registry = registry
    heads = []
    signatures = [:]
    self.mayShorten = mayShorten
  }

  /// Some verbs; with none, every word is a verb, followed by its arguments.
  public init(verbs: [Signature] = [], mayShorten: Bool = false) {
    registry = Registry()
    signatures = Dictionary(verbs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    heads = Set(verbs.flatMap { Registry.heads(of: $0.name) })
    self.mayShorten = mayShorten
  }

  /// The signature of a verb given in full.
  func signature(_ name: String) -> Signature? { registry.command(name)?.signature ?? signatures[name] }

  /// The signature of a verb as typed, perhaps shortened.
  func signature(typed: String) -> Signature? {
    if let exact = signature(typed) { return exact }
    let longer = longer(than: typed)
    return longer.count == 1 && !longer[0].has(.spelledOut) ? longer[0] : nil
  }

  /// The one-word verbs that a shortened verb may mean; none if verbs must be typed in full.
  func longer(than typed: String) -> [Signature] {
    guard mayShorten, typed.count >= 3 else { return [] }
    return (Array(signatures.keys) + Array(registry.commands.keys)).filter {
      $0.hasPrefix(typed) && !$0.utf8.contains(UInt8(ascii: " "))
    }
    .compactMap { signature($0) }
  }

  /// Whether some words are the beginning of a longer verb.
  func isHead(_ words: String) -> Bool { heads.contains(words) || registry.isHead(words) }
}
