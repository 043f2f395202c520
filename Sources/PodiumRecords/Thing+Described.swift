public import PodiumPlugin

/// An item of a kind whose records are read and written elsewhere: packed series, what the model reads in loops of its own.
public struct ReadElsewhere: Sendable {
  /// There is nothing in it.
  public init() {}
}

extension Thing where Item == ReadElsewhere {
  /// Describes a kind as migrations make it, for other programs and for the records it refers to; it reads no field.
  ///
  /// - Parameters:
  ///   - verb: The verb that shows it.
  ///   - migrations: What the plugin keeps, in order of version.
  ///   - links: What fields name, by field.
  public static func described(
    _ kind: String, verb: String, noun: String? = nil, plural: String? = nil, key: String,
    by migrations: [StoreMigration], links: [String: ThingDescription.Link] = [:]
  ) -> Thing {
    Thing(kind, verb: verb, noun: noun, plural: plural, key: key, blank: ReadElsewhere()) {
      (StoreMigration.fields(after: migrations)[kind] ?? []).map {
        Field($0.name, $0.kind, required: $0.isRequired, link: links[$0.name])
      }
    }
  }
}
