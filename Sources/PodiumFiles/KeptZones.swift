public import PodiumCore
internal import Synchronization

/// The time zones of the machine, each read once: a list asks for the zone of every record.
public final class KeptZones: Sendable {
  private let known = Mutex<[String: ZoneRules]>([:])

  /// Nothing is read yet.
  public init() {}

  /// The rules of a zone by its name; throws as `SystemZones.rules` does.
  public func rules(_ name: String) throws(Diagnostic) -> ZoneRules {
    if let rules = known.withLock({ $0[name] }) { return rules }
    let rules = try SystemZones.rules(name)
    known.withLock { $0[name] = rules }
    return rules
  }
}
