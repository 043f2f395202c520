/// What podium and an outside plugin agree on.
public enum OutsideProtocol {
  /// The version of the protocol that this podium speaks (`plugins/README.md`).
  public static let version = 1
}
