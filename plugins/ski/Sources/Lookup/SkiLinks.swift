internal import PodiumCore
internal import PodiumPlugin

/// The references by name: the one list that renaming, merging and the refusal of deletions use.
struct SkiLinks {
  /// A field of a kind that holds the names.
  struct Link {
    let kind: String
    let field: String
    /// The noun for its records.
    let noun: String
    /// Whether the field holds several names with commas between them.
    var isList = false
  }

  static let pair = [
    Link(kind: SkiKinds.participation, field: "serial_number", noun: "participation"),
    Link(kind: SkiKinds.glide, field: "winner", noun: "won glide"),
    Link(kind: SkiKinds.glide, field: "loser", noun: "lost glide"),
    Link(kind: SkiKinds.rating, field: "serial_number", noun: "rating"),
    Link(kind: SkiKinds.grind, field: "serial_number", noun: "grinding"),
    Link(kind: SkiKinds.treatment, field: "serial_number", noun: "treatment"),
  ]
  static let session = [
    Link(kind: SkiKinds.participation, field: "session", noun: "participation"),
    Link(kind: SkiKinds.glide, field: "session", noun: "glide"),
    Link(kind: SkiKinds.rating, field: "session", noun: "rating"),
    Link(kind: SkiKinds.snow, field: "session", noun: "snow percentage"),
    Link(kind: SkiKinds.condition, field: "session", noun: "measurement"),
  ]
  static let athlete = [
    Link(kind: SkiKinds.pair, field: "owner", noun: "ski pair"),
    Link(kind: SkiKinds.cover, field: "athlete", noun: "cover"),
  ]
  static let waxer = [
    Link(kind: SkiKinds.session, field: "waxer", noun: "session"),
    Link(kind: SkiKinds.cover, field: "waxer", noun: "cover"),
    Link(kind: SkiKinds.leave, field: "waxer", noun: "leave"),
    Link(kind: SkiKinds.leave, field: "substitute", noun: "substitution"),
  ]
  static let team = [
    Link(kind: SkiKinds.athlete, field: "team", noun: "athlete"),
    Link(kind: SkiKinds.waxer, field: "team", noun: "waxer"),
    Link(kind: SkiKinds.session, field: "team", noun: "session"),
  ]

  static func term(_ list: Terms.List) -> [Link] {
    switch list {
    case .brand:
      [
        Link(kind: SkiKinds.pair, field: "brand", noun: "ski pair"),
        Link(kind: SkiKinds.athlete, field: "brand", noun: "athlete"),
      ]
    case .type:
      [
        Link(kind: SkiKinds.pair, field: "ski_type", noun: "ski pair"),
        Link(kind: SkiKinds.session, field: "ski_type", noun: "session"),
      ]
    case .base: [Link(kind: SkiKinds.pair, field: "ski_base", noun: "ski pair")]
    case .tag: [Link(kind: SkiKinds.pair, field: "tags", noun: "ski pair", isList: true)]
    case .grinding: [Link(kind: SkiKinds.grind, field: "grinding", noun: "ground pair")]
    case .snow: [Link(kind: SkiKinds.snow, field: "snow_type", noun: "session")]
    case .place: [Link(kind: SkiKinds.session, field: "place", noun: "session")]
    }
  }

  /// The records that refer to a name by a link.
  static func records(_ link: Link, _ name: String, in store: any RecordStore) throws(Diagnostic) -> [Record] {
    let condition: RecordQuery.Condition =
      link.isList ? .contains(link.field, name) : .equals(link.field, .text(name))
    let found = try store.records(RecordQuery(link.kind, where: [condition]))
    return link.isList ? found.filter { SkiRecords.words($0[link.field].fileText).contains(name) } : found
  }

  /// Throws `record-in-use` with the references to a name; `way` is the help on what to do instead.
  static func refuseInUse(
    _ what: String, _ name: String, _ links: [Link], in store: any RecordStore, at span: SourceSpan?, way: String
  ) throws(Diagnostic) {
    var parts: [String] = []
    for link in links {
      let count = try records(link, name, in: store).count
      if count > 0 { parts.append(count.counted(link.noun)) }
    }
    guard !parts.isEmpty else { return }
    throw Diagnostic(
      "record-in-use", "\(what) '\(name)' is in use: " + parts.joined(separator: ", "), span: span, help: way)
  }

  /// Replaces a name in everything that refers to it; returns the number of changed records.
  ///
  /// Throws `merge-conflict` if the other name already has such a record.
  @discardableResult
  static func rename(
    _ name: String, to other: String, _ links: [Link], in store: any RecordStore, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> Int {
    var changed = 0
    for link in links {
      for record in try records(link, name, in: store) {
        var value = other
        if link.isList {
          var words: [String] = []
          for word in SkiRecords.words(record[link.field].fileText).map({ $0 == name ? other : $0 })
          where !words.contains(word) { words.append(word) }
          value = words.joined(separator: ",")
        }
        do throws(Diagnostic) {
          _ = try store.update(record.id, of: link.kind, setting: [link.field: .text(value)], revision: record.revision)
        } catch {
          guard error.code == "taken-key" else { throw error }
          let place = ["session", "moment", "waxer"].map { record[$0] }.first { !$0.isMissing }?.fileText
          throw Diagnostic(
            "merge-conflict",
            "'\(name)' and '\(other)' both have a \(link.noun)" + (place.map { " for '\($0)'" } ?? ""), span: span,
            help: "remove one of the two first")
        }
        changed += 1
      }
    }
    return changed
  }
}
