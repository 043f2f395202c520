internal import PodiumCore
internal import PodiumPlugin

/// A verb that a service offers: who may use it, and how.
struct Offer: Sendable {
  /// The verb with names for its words, as in `ski move {session} {pair} {rank}`.
  let template: String
  /// The least role that may use it.
  let role: AccountRole
  /// Keys that are filled in where they are left out.
  var fills: [String: Exposure.Verb.Fill] = [:]
  /// The name of the scope that `fills` takes values from.
  var scope: String?
  /// Whether it tells aggregates of the records of all.
  var readsAll = false

  /// The offers of exposures by verb: the verbs that they name, then the actions of their kinds.
  static func all(
    of exposures: [String: Exposure], _ things: [String: ThingDescription], in registry: Registry
  ) -> [String: Offer] {
    var found: [String: Offer] = [:]
    for exposure in exposures.values {
      for verb in exposure.verbs {
        found[verb.parts.verb] = Offer(
          template: verb.template, role: verb.role, fills: verb.fills, scope: exposure.scope?.name,
          readsAll: verb.readsAll)
      }
      for kind in exposure.kinds {
        guard let thing = things[kind.name] else { continue }
        for verb in thing.verbs.values where found[verb] == nil {
          guard let signature = registry.command(verb)?.signature else { continue }
          let isReading = signature.has(.readsOnly)
          guard let role = isReading ? kind.readers : kind.offersActions ? kind.writers : nil else { continue }
          let words = signature.parameters.filter { $0.description.form != .key }
            .map { " {" + $0.description.name + "}" }
          found[verb] = Offer(template: verb + words.joined(), role: role)
        }
      }
    }
    return found
  }
}
