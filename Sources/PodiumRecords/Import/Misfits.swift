public import PodiumCore

/// The cells and rows of a file that an import could not read, each with its place: nothing is lost in silence.
public struct Misfits: Sendable {
  private var (groups, order): ([String: [(place: SourcePlace, sentence: String)]], [String]) = ([:], [])
  /// The first of them as an error, for a file of which nothing else is left.
  public private(set) var first: Diagnostic?

  /// The most sentences on one column of a sheet.
  private static let most = 5

  public init() {}

  /// Keeps what was not read; `code` and `help` are those of the error.
  public mutating func add(_ place: SourcePlace, _ sentence: String, code: String = "bad-value", help: String? = nil) {
    let group = place.source + "\u{0}" + (place.column ?? "")
    if groups[group] == nil { order.append(group) }
    groups[group, default: []].append((place, sentence))
    if first == nil {
      let end = help.map { $0 + "; " } ?? ""
      first = Diagnostic(code, place.text + ": " + sentence, help: end + "nothing was imported")
    }
  }

  /// The same for an error that was thrown.
  public mutating func add(_ place: SourcePlace, _ error: Diagnostic, _ effect: String) {
    add(place, error.message + "; " + effect, code: error.code, help: error.help)
  }

  /// Adds those of another sheet.
  public mutating func add(_ others: Misfits) {
    for group in others.order where groups[group] == nil { order.append(group) }
    groups.merge(others.groups) { $0 + $1 }
    if first == nil { first = others.first }
  }

  /// A sentence for each, the many of a column abridged to their lines.
  public var warnings: [String] {
    order.flatMap { group -> [String] in
      let all = groups[group] ?? []
      let rest = all.dropFirst(Misfits.most)
      let shown = all.prefix(Misfits.most).map { $0.place.text + ": " + $0.sentence }
      guard let next = rest.first?.place else { return shown }
      let lines = rest.compactMap { $0.place.line.map(String.init) }
      let column = next.column.map { (next.line == nil ? " " : " column ") + $0 } ?? ""
      return shown + [
        "\(next.source)\(column): \(rest.count.counted("more such cell"))"
          + (lines.isEmpty
            ? "" : ", lines " + lines.listed(20))
      ]
    }
  }
}
