import PodiumCore
import PodiumFigure
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// The compass rose.
struct RoseTests {
  private func table(_ directions: [Double], _ weights: [Double]? = nil, name: String = "wind_deg") throws -> Table {
    var columns = [Column("height_m", .number(directions.map { _ in 1 })), Column(name, .number(directions))]
    if let weights { columns.append(Column("speed", .number(weights))) }
    return try Table(columns)
  }

  private func code(_ table: Table, _ column: String? = nil, _ weight: String? = nil) -> String? {
    BuoyText.failure { _ = try Rose(table, column: column, weight: weight) }?.code
  }

  @Test func `rows are counted by compass point, with north covering both sides`() throws {
    let rose = try Rose(try table([350, 10, 0, 360, 90, .nan]), column: nil, weight: nil)
    #expect(rose.rows[0] == 0.8 && rose.rows[4] == 0.2)
    #expect(rose.counted == 5 && rose.left == 1)
    #expect(rose.weights == rose.rows)
  }

  @Test func `weights have their own shares, and rows without weight are left out`() throws {
    let rose = try Rose(try table([0, 90, 180, 270], [3, 1, 0, .nan]), column: "wind_deg", weight: "speed")
    #expect(rose.rows[0] == 0.5 && rose.rows[4] == 0.5)
    #expect(rose.weights[0] == 0.75 && rose.weights[4] == 0.25)
    #expect(rose.left == 2)
  }

  @Test func `what cannot be drawn is refused`() throws {
    #expect(try code(table([361])) == "not-a-direction")
    #expect(try code(table([0], [-1]), nil, "speed") == "bad-weight")
    #expect(try code(table([0], [.infinity]), nil, "speed") == "bad-weight")
    #expect(try code(table([.nan])) == "no-values")
    #expect(try code(table([], [])) == "no-values")
    #expect(try code(table([1], name: "x")) == "no-directions")
    #expect(try code(table([1]), "none") == "unknown-column")
    #expect(code(try Table([Column("a_deg", .text(["N"]))]), "a_deg") == "wrong-column-type")
  }

  @Test func `the picture is reproducible and safe for any column name`() throws {
    let table = try table([350, 10, 200], [1, 2, 3], name: "<b>\u{7}&\"_deg")
    let figure = try RoseFigure().figure(of: table, options: .none)
    let text = String(decoding: try #require(figure.data), as: UTF8.self)
    #expect(figure.mediaType == "image/svg+xml")
    #expect(figure.data == (try RoseFigure().figure(of: table, options: .none)).data)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("&lt;b&gt;") && !text.contains("<b>") && !text.unicodeScalars.contains("\u{7}"))
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test func `the figure says n, what is left out, and the mean direction`() throws {
    let plot = try Rose(table([350, 10, .nan, 0], [1, 1, 1, 0]), column: nil, weight: "speed").figure(as: "surf.rose")
    #expect(plot.n == 2 && plot.caption.contains("2 rows left out: without a direction or weight"))
    #expect(plot.notes == ["mean 0° (N), R 0.98"])
    #expect(plot.panels[0].isRound && plot.data["share of speed"]?.numbers?.first == 1)
    // The mean of opposite directions has none.
    let none = try Rose(table([0, 180]), column: nil, weight: nil).figure(as: "surf.rose")
    #expect(none.notes == ["no mean direction, R 0.00"] && none.panels[0].layers.count == 1)
  }
}
