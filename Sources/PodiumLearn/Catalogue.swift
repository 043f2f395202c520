public import PodiumCore

/// Entries of one kind by key, in the order they were added: learners, importers, ways of resampling.
public struct Catalogue<Entry: Sendable>: Sendable {
  /// What an entry is called in messages (`recipe step`).
  public let noun: String
  public let key: @Sendable (Entry) -> String
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var found: [String: Entry] = [:]
  /// What to use in place of entries that earlier versions had, by their keys.
  public var retired: [String: String] = [:]

  /// Makes a catalogue; of two entries with one key the first stays.
  public init(_ noun: String, _ list: [Entry] = [], key: @escaping @Sendable (Entry) -> String) {
    (self.noun, self.key) = (noun, key)
    for entry in list { append(entry) }
  }

  /// Adds an entry, unless there is one with its key.
  @inlinable
  public mutating func append(_ entry: Entry) {
    let key = key(entry)
    guard found[key] == nil else { return }
    found[key] = entry
    entries.append(entry)
  }

  /// The entries in order.
  public var all: [Entry] { entries }

  /// The entries by key.
  public var byKey: [String: Entry] { found }

  /// The keys in order.
  public var keys: [String] { entries.map(key) }

  public subscript(key: String) -> Entry? { found[key] }

  /// An entry by its key; throws `unknown-…`, as in `unknown-learner`, with the nearest name.
  public func require(_ key: String) throws(Diagnostic) -> Entry {
    if let entry = found[key] { return entry }
    throw Diagnostic.unknown(noun, key, among: keys, help: retired[key])
  }
}
