internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin

extension CellCheck {
  /// Compares the figures of a cell with the files next to its notebook: what they draw, where both say it, else as text by
  /// the rule for numbers.
  ///
  /// A notebook that was recorded without figures does not need them.
  mutating func compare(
    _ fresh: CellFigures, with cell: Notebook.Cell, rule: NumberRule, files: any FileAccess, folder: String
  ) {
    figures = fresh.pictures
    let kept = CellFigures.names(in: cell.recorded)
    guard !kept.isEmpty, [.same, .close, .cut].contains(outcome) else { return }
    if let gone = kept.first(where: { name in !fresh.pictures.contains { $0.name == name } }) {
      return differ("it no longer draws the figure '\(gone)'")
    }
    var rule = rule
    if let tolerance = cell.options.tolerance { rule.relative = tolerance }
    for picture in fresh.pictures {
      guard kept.contains(picture.name) else { return differ("its figure '\(picture.name)' is not recorded") }
      let name = FilePath.join(fresh.folder, picture.name)
      let path = FilePath.join(folder, name)
      guard let bytes = try? files.start(of: path, count: TextFile.mostBytes, shown: name) else {
        return differ("its figure '\(name)' cannot be read")
      }
      if bytes == picture.bytes { continue }
      if let recorded = FigureMetadata.read(bytes), let fresh = FigureMetadata.read(picture.bytes) {
        guard compare(recorded, fresh, of: name, rule) else { return }
        continue
      }
      let comparison = OutputComparison(
        recorded: String(decoding: bytes, as: UTF8.self), fresh: String(decoding: picture.bytes, as: UTF8.self),
        rule: rule)
      guard FilePath(picture.name).ending == "svg", comparison.verdict != .different else {
        return differ("its figure '\(name)' has changed")
      }
      drift = max(drift, comparison.drift)
      if comparison.verdict == .close, outcome == .same { outcome = .close }
    }
  }

  /// Compares what two pictures draw; false where it differs.
  ///
  /// Where it agrees, the strokes differ, which an update redraws.
  private mutating func compare(_ recorded: JSONValue, _ fresh: JSONValue, of name: String, _ rule: NumberRule) -> Bool
  {
    let comparison = RecordComparison(recorded: recorded.text, fresh: fresh.text, rule: rule)
    guard comparison.verdict != .different else {
      differ("what its figure '\(name)' draws has changed")
      return false
    }
    drift = max(drift, comparison.drift)
    if outcome == .same { outcome = .close }
    if comparison.verdict == .same {
      isRedrawn = true
      reason = reason ?? "its figure '\(name)' has the same data, drawn in another way"
    }
    return true
  }

  private mutating func differ(_ reason: String) {
    outcome = .different
    self.reason = reason
  }
}
