internal import PodiumCore

/// The SVG of figures: one file that reads alone, in a page, on a dark screen and on paper.
///
/// It has the root class `pf`; a page that shows its own background hides the rectangle of class `bg`. Nothing in it
/// depends on the machine: the same figure gives the same bytes.
public enum FigureSVG {
  /// The document as UTF-8; sizes in pixels of CSS come before those of the figure, and a height grows to what texts need.
  ///
  /// A figure of too many marks is drawn as `Figure.thinned()` has it.
  public static func bytes(of figure: Figure, width: Double? = nil, height: Double? = nil) -> [UInt8] {
    Array(text(of: figure, width: width, height: height).utf8)
  }

  /// The same document as a text.
  public static func text(of figure: Figure, width: Double? = nil, height: Double? = nil) -> String {
    let figure = figure.thinned()
    let scene = FigureLayout.scene(of: figure, width: width, height: height)
    return SVGWriter.document(
      scene, title: figure.title, description: figure.sentence, metadata: FigureMetadata.markup(of: figure))
  }
}
