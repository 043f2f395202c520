public import PodiumCore
public import PodiumFigure

/// How `plot` draws an output: made with the output, drawn only when it is asked for.
public struct ResultPicture: Sendable {
  /// The kind of plot (`roc`, `ski.order`).
  public let kind: String
  /// The tables that it keeps to draw from, so that their size counts.
  let tables: [Table]
  private let make: @Sendable (Cancellation) throws(Diagnostic) -> Figure

  /// Makes a picture.
  ///
  /// `make` must be pure: the same figure each time. `tables` are those it keeps beside the output.
  public init(
    _ kind: String, keeping tables: [Table] = [],
    _ make: @escaping @Sendable (Cancellation) throws(Diagnostic) -> Figure
  ) {
    (self.kind, self.tables, self.make) = (kind, tables, make)
  }

  /// Draws it; throws what its maker throws, and `interrupted`.
  public func figure(_ cancellation: Cancellation) throws(Diagnostic) -> Figure { try make(cancellation) }
}

extension Output {
  /// What `plot` draws of it by its maker; nil where that made no picture.
  public var picture: ResultPicture? {
    switch self {
    case .table(let output), .predictions(let output): output.picture
    case .record(let output): output.picture
    default: nil
    }
  }
}

/// The forms of pictures that are drawn from an SVG.
public enum PictureForm: String, Sendable, CaseIterable {
  case png, pdf
}
