extension Collection where Element == String {
  /// The first of them with commas, and `…` where there are more.
  public func listed(_ most: Int) -> String { prefix(most).joined(separator: ", ") + (count > most ? ", …" : "") }
}
