internal import PodiumCore
internal import PodiumPlotting
internal import PodiumPlugin

/// Columns of the table in place of a kind of plot, and the kind that suits them.
struct ColumnDrawing {
  let kind: PlotRequest.Kind
  let columns: [Word]
  /// The column of the horizontal axis where that is a key.
  let x: Word?

  /// Nil where the first word is not a column, or the name of a kind or a result, and for more than two columns that are not all
  /// numbers or dates.
  init?(_ words: [Word], _ call: Call, in session: Session) {
    guard let first = words.first, session.registry.plot(first.text) == nil,
      !first.text.hasPrefix("$"), (try? session.results.entry(first.text, span: nil)) == nil,
      let table = session.state.current?.table
    else { return nil }
    let found = words.compactMap { table[$0.text] }
    guard found.count == words.count else { return nil }
    let isDate = found.map { [.date, .datetime].contains($0.type) }
    let isNumber = found.map(\.type.isNumeric)
    if words.count > 2 {
      guard zip(isNumber, isDate).allSatisfy({ $0 || $1 }) else { return nil }
      self.init(.hist, words)
      return
    }
    if words.count == 1 {
      let other = call[PlotCommand.x].flatMap { table[$0] }
      switch other.map({ ([.date, .datetime].contains($0.type), $0.type.isNumeric) }) {
      case nil: self.init(isNumber[0] || isDate[0] ? .hist : .bar, words)
      case (true, _)?: self.init(.line, words)
      case (_, true)? where isNumber[0]: self.init(.scatter, words)
      default: self.init(isNumber[0] ? .box : .bar, words)
      }
      return
    }
    let swapped: [Word] = words.reversed()
    switch ((isNumber[0], isDate[0]), (isNumber[1], isDate[1])) {
    case ((true, _), (true, _)): self.init(.scatter, words)
    case ((true, _), (_, true)): self.init(.line, [words[0]], x: words[1])
    case ((_, true), (true, _)): self.init(.line, [words[1]], x: words[0])
    case ((true, _), _): self.init(.box, words)
    case (_, (true, _)): self.init(.box, swapped)
    default: self.init(.heatmap, words)
    }
  }

  private init(_ kind: PlotRequest.Kind, _ columns: [Word], x: Word? = nil) {
    (self.kind, self.columns, self.x) = (kind, columns, x)
  }

  /// What draws the same with a kind, with the columns that are given by key.
  func command(_ call: Call) -> String {
    let keys = [
      ("x", x?.text ?? call[PlotCommand.x]), ("y", call[PlotCommand.y]), ("color", call[PlotCommand.color]),
      ("facet", call[PlotCommand.facet]),
    ]
    return
      (["plot", kind.name] + columns.map { CommandText.column($0.text) }
      + keys.compactMap { key, name in name.map { "\(key)=" + CommandText.word($0) } }).joined(separator: " ")
  }
}
