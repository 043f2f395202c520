internal import PodiumCore

extension Figure {
  /// The picture in one sentence: the maker's summary, or one composed of the kind, the axes and the limits of the data.
  public var sentence: String { summary ?? composed }

  private var composed: String {
    var parts = [SafeText.escape(title) + " (" + SafeText.escape(kind) + ")"]
    let models = PanelModel.models(of: self)
    if models.count > 1 { parts.append(models.count.counted("panel")) }
    for isX in [true, false] {
      guard let axis = models.first.map({ isX ? $0.x.axis : $0.y.axis }), !axis.isHidden, !axis.title.isEmpty,
        models.allSatisfy({ (isX ? $0.x.axis : $0.y.axis) == axis })
      else { continue }
      if let levels = axis.scale.levels {
        parts.append(axis.title + ": " + levels.count.counted("category", plural: "categories"))
      } else if let range = reach(models, isX: isX), let mapping = models.first.map({ isX ? $0.x : $0.y }) {
        parts.append(axis.title + ": " + mapping.shown(range.lowerBound) + " to " + mapping.shown(range.upperBound))
      }
    }
    if models.allSatisfy(\.isEmpty) { parts.append("there are no values to draw") }
    return parts.joined(separator: "; ") + "; " + caption + "."
  }

  /// The limits of the values themselves.
  private func reach(_ models: [PanelModel], isX: Bool) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for layer in models.flatMap(\.layers) where layer.rows.contains(where: { $0 >= 0 }) {
      for value in isX ? layer.x + layer.x2 : layer.y + layer.y2 { (low, high) = (min(low, value), max(high, value)) }
    }
    return low <= high ? low...high : nil
  }
}
