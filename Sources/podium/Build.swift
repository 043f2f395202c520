import PodiumAssembly

enum Build {
  /// The version that saved results record.
  static let version = Assembly.version
}
