public import PodiumCore
public import PodiumShell

/// Surf: buoy observations, rated sessions, and whether an alert can be trusted.
public struct SurfPlugin: Plugin {
  /// The name.
  public let name = "surf"
  /// The version.
  public let version = "0.1.0"
  /// What it is for.
  public let summary = "Surf: buoy observations, rated sessions, and whether an alert can be trusted."

  /// Makes the plugin.
  public init() {}

  /// Brings nothing yet.
  public func register(into registry: inout Registry) throws(Diagnostic) {}
}
