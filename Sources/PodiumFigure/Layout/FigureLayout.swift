internal import PodiumCore

/// Places everything of a figure in pixels.
package struct FigureLayout {
  package static let width = 640.0
  /// The widths and heights that a picture may have; a height also grows to what the texts need.
  package static let range: ClosedRange<Double> = 160...8000

  static let margin = 14.0
  static let titleSize = 15.0
  static let labelSize = 11.5
  static let captionSize = 11.0

  let figure: Figure
  let models: [PanelModel]
  let colors: ColorClasses
  let width: Double
  let height: Double?

  private init(_ figure: Figure, width: Double?, height: Double?) {
    self.figure = figure
    models = PanelModel.models(of: figure)
    colors = ColorClasses(figure, models: models)
    func bounded(_ value: Double) -> Double {
      min(max(value.isFinite ? value : 0, FigureLayout.range.lowerBound), FigureLayout.range.upperBound)
    }
    self.width = bounded(width ?? figure.size.width.map(Double.init) ?? FigureLayout.width)
    self.height = (height ?? figure.size.height.map(Double.init)).map(bounded)
  }

  /// The picture of a figure; the sizes given come before those of the figure.
  package static func scene(of figure: Figure, width: Double? = nil, height: Double? = nil) -> Scene {
    FigureLayout(figure, width: width, height: height).scene()
  }

  var inner: Double { width - 2 * FigureLayout.margin }

  func scene() -> Scene {
    var nodes: [Node] = []
    var top = FigureLayout.margin
    func line(_ text: String, size: Double, step: Double, isBold: Bool = false, classes: String = "") {
      top += step
      nodes.append(
        .text(
          SceneText(text, x: FigureLayout.margin, y: top - size * 0.3, size: size, isBold: isBold, classes: classes)))
    }
    let heading = SafeText.escape(figure.title)
    for text in TextAdvance.lines(heading, width: inner, size: FigureLayout.titleSize, isBold: true, atMost: 2) {
      line(text, size: FigureLayout.titleSize, step: 20, isBold: true, classes: "h")
    }
    for text in TextAdvance.lines(SafeText.escape(figure.subtitle ?? ""), width: inner, size: 12, atMost: 2) {
      line(text, size: 12, step: 17, classes: "q")
    }
    top += 4
    let legend = LegendLayout(figure, colors: colors, models: models).nodes(
      left: FigureLayout.margin, top: top, width: inner)
    nodes += legend.nodes
    top += legend.height + 4

    let caption = TextAdvance.lines(figure.caption, width: inner, size: FigureLayout.captionSize, atMost: 4)
    let captionHeight = Double(caption.count) * 15 + 6
    let grid = grid(top: top, below: captionHeight)
    nodes += grid.nodes
    top = grid.bottom + 6
    for text in caption { line(text, size: FigureLayout.captionSize, step: 15, classes: "q") }
    return Scene(width: width, height: (top + FigureLayout.margin - 4).rounded(.up), nodes: nodes)
  }
}

extension AxisMapping {
  /// Categories run from top to bottom, numbers from bottom to top.
  package var inOrder: AxisMapping { isBanded && start > end ? along(end, start) : self }
}
