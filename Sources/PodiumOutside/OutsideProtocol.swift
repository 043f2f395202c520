/// The protocol between podium and external plugins.
public enum OutsideProtocol {
  /// The version of the protocol that podium supports (`plugins/README.md`).
  public static let version = 1
}
