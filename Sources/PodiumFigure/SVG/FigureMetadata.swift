public import PodiumCore

/// What a picture says, as data: the rows drawn and every label, without a place or a colour.
///
/// Two pictures with the same metadata differ at most in their strokes. Numbers are the shortest that read back; days and
/// moments are texts; what is missing is null.
public enum FigureMetadata {
  /// The version of the form, in the member `podium_figure`.
  public static let version = 1
  /// The most bytes of a picture that the reader looks at.
  public static let limit = 32 << 20

  /// The metadata of a figure.
  ///
  /// Members: `podium_figure`, `kind`, `title`, `x`, `y`, `color`, `facet` (names or null), `columns` (`name`, `type`),
  /// `rows`, `n`, `left_out`, and `labels`: `subtitle` (or null), `caption`, `x`, `y` and `panels` (one a panel),
  /// `legend` (the title, then the names).
  public static func json(of figure: Figure) -> JSONValue {
    .object([
      ("podium_figure", .integer(version)), ("kind", .string(figure.kind)), ("title", .string(figure.title)),
      ("x", text(figure.x)), ("y", text(figure.y)), ("color", text(figure.color)), ("facet", text(figure.facet)),
      ("columns", columns(of: figure.data)), ("rows", rows(of: figure.data)), ("n", .integer(figure.n)),
      ("left_out", .integer(figure.leftOutCount)), ("labels", labels(of: figure)),
    ])
  }

  /// The columns of a table, each with `name` and `type`.
  public static func columns(of table: Table) -> JSONValue {
    .array(table.columns.map { .object([("name", .string($0.name)), ("type", .string($0.type.rawValue))]) })
  }

  /// The rows of a table, each an array of its values.
  public static func rows(of table: Table) -> JSONValue {
    .array((0..<table.rowCount).map { row in .array(table.columns.map { JSONValue($0[row]) }) })
  }

  private static func labels(of figure: Figure) -> JSONValue {
    let legend: [String] =
      if let colors = figure.colors, !colors.isHidden {
        switch colors.kind {
        case .category(let levels), .ordered(let levels): [figure.colorTitle] + levels
        case .sequential, .diverging: [figure.colorTitle]
        }
      } else { [] }
    return .object([
      ("subtitle", text(figure.subtitle)), ("caption", .string(figure.caption)),
      ("x", .array(figure.panels.map { .string($0.x.title) })),
      ("y", .array(figure.panels.map { .string($0.y.title) })),
      ("panels", .array(figure.panels.map { text($0.title) })),
      ("legend", .array((legend + figure.panels.flatMap(\.layers).compactMap(\.label)).map(JSONValue.string))),
    ])
  }

  private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The metadata as XML holds it.
  static func markup(of figure: Figure) -> String {
    SafeText.escapeMarkup(SafeText.escapeJSON(json(of: figure).text), quotes: false)
  }

  /// The metadata in the bytes of an SVG; nil where there is none, as in the pictures of earlier versions, of other
  /// programs, and in what is damaged or larger than `limit`.
  public static func read(_ svg: [UInt8]) -> JSONValue? {
    guard svg.count <= limit, let start = opening.first(in: svg.span) else { return nil }
    let from = start + opening.wanted.count
    guard let end = closing.first(in: svg.span, from: from) else { return nil }
    guard let value = try? JSONReader.value(unescaped(svg[from..<end])), value["podium_figure"]?.integer != nil else {
      return nil
    }
    return value
  }

  private static let opening = TextSearch("<metadata>")
  private static let closing = TextSearch("</metadata>")

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == 0x26, let entity = entities.first(where: { bytes[place...].starts(with: $0.name) }) {
        out.append(entity.byte)
        place += entity.name.count
      } else {
        out.append(bytes[place])
        place += 1
      }
    }
    return out
  }

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)[0]) }
}
