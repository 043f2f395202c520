import PodiumAssembly

/// What this program is.
enum Build {
  /// The version, which names results.
  static let version = Assembly.version
}
