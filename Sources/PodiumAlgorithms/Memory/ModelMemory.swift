internal import PodiumCore

/// What a model of many parts may take.
enum ModelMemory {
  /// Bytes for a model of these features: 512 MB, and more for large tables.
  static func limit(_ features: Matrix) -> Int { max(1 << 29, MemoryLimits.bytes(features.elements.count, each: 2048)) }
}
