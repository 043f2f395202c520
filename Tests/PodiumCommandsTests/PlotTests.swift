import PodiumCore
import PodiumEngine
import PodiumFigure
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `plot`: what it draws is what the verbs print, whichever way it leaves.
struct PlotTests {
  private func run(_ line: String, in session: inout Interpreter) throws -> CommandReport {
    let report = session.report(line)
    return try #require(report)
  }

  private func drawn(_ line: String, in session: inout Interpreter) throws -> Figure {
    let figure = figure(session.report(line))
    return try #require(figure)
  }

  private func printed(_ line: String, in session: inout Interpreter) throws -> Table {
    let table = table(session.report(line))
    return try #require(table)
  }

  private func figure(_ report: CommandReport?) -> Figure? {
    for case .figure(let output) in report?.outputs ?? [] { return output.plot }
    return nil
  }

  private func session(_ lines: String...) -> Interpreter {
    var session = CommandFixture.session()
    for line in lines {
      let status = session.report(line)?.status
      #expect(status == .ok, "\(line)")
    }
    return session
  }

  private func table(_ report: CommandReport?) -> Table? {
    for case .table(let output) in report?.outputs ?? [] { return output.table }
    return nil
  }

  @Test func `order= sorts the boxes of a picture that podium chooses`() throws {
    var session = session("load iris")
    let wanted = try drawn("plot box petal_length_cm x=species order=value", in: &session)
    for line in ["plot species petal_length_cm", "plot petal_length_cm species", "plot box petal_length_cm species"] {
      let found = try drawn(line + " order=value", in: &session)
      #expect(found.data.columns[0] == wanted.data.columns[0] && found.panels[0].x == wanted.panels[0].x, "\(line)")
      let unsorted = try drawn(line, in: &session)
      #expect(found.panels[0].x != unsorted.panels[0].x, "\(line)")
    }
  }

  @Test func `partial dependence is over all rows, also those without the column`() throws {
    var session = session("load iris", "label species")
    let gaps = "derive z = petal_width_cm if petal_width_cm <= 2"
    for line in [gaps, "features z petal_length_cm", "impute", "fit tree"] {
      let report = session.report(line)
      #expect(report?.status == .ok, "\(String(describing: report?.error))")
    }
    let figure = try drawn("plot dependence z", in: &session)
    #expect(figure.n == 150 && !figure.notes.contains { $0.contains("evenly chosen") }, "\(figure.notes)")
  }

  @Test func `JSON holds what is drawn, and so does the table of a file`() throws {
    var session = session("load iris")
    let report = try run("plot bar species y=petal_length_cm", in: &session)
    let plot = try #require(figure(report))
    let line = try #require(JSONRenderer().render(report, on: .unlimited).texts.first)
    let json = try JSONReader.value(line)
    guard case .array(let outputs)? = json["outputs"], let drawn = outputs.first?["plot"],
      case .array(let columns)? = drawn["columns"], case .array(let rows)? = drawn["rows"]
    else {
      Issue.record("no member plot")
      return
    }
    #expect(columns.map { $0["name"]?.string } == plot.data.names)
    #expect(rows.count == plot.data.rowCount)
    #expect(drawn["n"]?.integer == 150 && drawn["left_out"]?.integer == 0)
    #expect(drawn["kind"]?.string == "bar" && drawn["x"]?.string == "species")
  }

  @Test func `precision and thresholds go in steps, so that the area is the average precision`() throws {
    var session = session("load iris", "label species", "cv tree k=5")
    let curve = try drawn("plot pr class=virginica", in: &session)
    let (recall, precision) = (curve.data["recall"]?.numbers ?? [], curve.data["precision"]?.numbers ?? [])
    #expect(recall.first == 1 && recall.last == 0)
    // A step keeps its precision until the next recall.
    let area = recall.indices.dropLast().reduce(0.0) { $0 + precision[$1] * (recall[$1] - recall[$1 + 1]) }
    let name = try #require(curve.data["curve"]?[0].fileText)
    #expect(name == "virginica \(NumberText.fixed(area, 3))")
    let thresholds = try drawn("plot threshold class=virginica", in: &session)
    let places = thresholds.data["threshold"]?.numbers ?? []
    #expect(places.first == 1 && places.last == 0)
    for figure in [curve, thresholds] { #expect(figure.panels[0].layers.contains { $0.isStepped }) }
  }

  @Test func `count, describe, correlate and confusion are drawn as printed`() throws {
    var session = session("load tastings", "label")
    let counts = try printed("count process", in: &session)
    let bars = try drawn("plot", in: &session)
    #expect(bars.data["rows"]?.numbers == counts["rows"]?.numbers)
    let pairs = try printed("correlate", in: &session)
    let heat = try drawn("plot", in: &session)
    #expect(heat.data.rowCount == 2 * pairs.rowCount)
    _ = session.report("describe rank")
    let distribution = try drawn("plot", in: &session)
    #expect(distribution.data["rows"]?.numbers?.reduce(0, +) == 96)
    _ = session.report("encode; cv bayes k=4")
    guard case .confusion(let confusion)? = session.report("confusion")?.outputs.first else {
      Issue.record("no matrix")
      return
    }
    let matrix = try drawn("plot", in: &session)
    #expect(matrix.data["rows"]?.numbers == confusion.matrix.counts.flatMap { $0.map(Double.init) })
  }

  @Test func `a comparison is drawn with its intervals, in its order, and the curve of roc has its points`() throws {
    var session = session("load iris", "label species")
    guard case .comparison(let comparison)? = session.report("compare tree bayes zeror k=4")?.outputs.first else {
      Issue.record("no comparison")
      return
    }
    let plot = try drawn("plot", in: &session)
    #expect(
      plot.data["learner"].map { column in (0..<column.count).map { column[$0].fileText } }
        == comparison.rows.map(\.learner))
    #expect(plot.data["low95"]?.numbers?.first == comparison.rows[0].ci95?.first)
    _ = session.report("cv bayes k=4")
    let curve = try printed("roc class=virginica", in: &session)
    let picture = try drawn("plot", in: &session)
    #expect(picture.data["tpr"]?.numbers == curve["tpr"]?.numbers)
    do {
      let again = try drawn("plot roc class=virginica", in: &session)
      #expect(again.data == picture.data)
    }
  }

  @Test func `a picture stays that of its result when the table changes`() throws {
    var session = session("load iris", "describe petal_length_cm as before")
    let first = try drawn("plot before", in: &session)
    _ = session.report("drop if petal_length_cm > 2")
    do {
      let again = try drawn("plot before", in: &session)
      #expect(again == first)
    }
    #expect(first.n == 150)
  }

  @Test func `by makes the panels of facet, and a filter hides rows`() throws {
    var session = session("load iris")
    let by = try drawn("by species: plot hist petal_length_cm", in: &session)
    let facet = try drawn("plot hist petal_length_cm facet=species", in: &session)
    #expect(by == facet && by.panels.count == 3)
    _ = session.report("filter petal_length_cm > 2")
    do {
      let again = try drawn("plot hist petal_length_cm", in: &session)
      #expect(again.n == 100)
    }
  }

  @Test func `the same figure comes of one, two and eight threads`() throws {
    var pictures: Set<[UInt8]> = []
    for threads in [1, 2, 8] {
      var session = session("set threads=\(threads)", "load iris", "label species", "cv forest(trees=5) k=3")
      for line in ["plot", "plot roc", "plot scatter petal_length_cm petal_width_cm color=species"] {
        guard case .figure(let output)? = session.report(line)?.outputs.first else { continue }
        pictures.insert(output.data ?? [])
      }
    }
    #expect(pictures.count == 3)
  }

  @Test(arguments: [
    ("plot hist species", "wrong-column-type"), ("plot hist petal_lenght_cm", "unknown-column"),
    ("plot histt petal_length_cm", "unknown-result"), ("plot $9", "unknown-result"),
    ("plot hist petal_length_cm bins=0", "bad-value"), ("plot scatter petal_length_cm", "missing-argument"),
    ("plot hist petal_length_cm facet=petal_length_cm", "too-many-values"), ("plot bar species log=y", "unused-key"),
    ("plot line petal_length_cm log=z", "bad-value"), ("plot hist petal_length_cm to p.xyz", "unknown-ending"),
    ("plot hist petal_length_cm to /no-such-folder/p.svg", "unwritable-file"), ("plot roc", "no-evaluation"),
    ("plot tune", "no-picture"), ("plot tree", "no-model"), ("plot confusion", "no-picture"),
    ("by species: plot roc", "unused-key"), ("plot bins=3", "unused-key"), ("plot class=a", "unused-key"),
    ("plot hist petal_length_cm class=a", "unused-key"),
    ("plot", "no-picture"),
  ])
  func `what cannot be drawn is an error that says so`(_ line: String, _ code: String) {
    var session = session("load iris")
    let report = session.report(line)
    #expect(report?.error?.code == code, "\(line): \(report?.error?.message ?? "no error")")
  }

  @Test func `a screen reader hears a sentence, a notebook has the caption`() throws {
    var session = session("load iris")
    let report = try run("plot hist petal_length_cm", in: &session)
    let spoken = TextRenderer(style: TextStyle(Page(width: 80, isSpoken: true))).render(report)
    #expect(spoken.hasPrefix("figure: ") && !spoken.contains("█"))
    let drawn = TextRenderer(style: TextStyle(Page(width: 60))).render(report)
    #expect(drawn.contains("█") && drawn.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 60 })
    let page = TextRenderer(style: .notebook).render(report)
    #expect(page.contains("n = 150") && !page.contains("█"))
  }

  @Test func `order= puts categories in order, and is refused where there are none`() throws {
    var session = CommandFixture.session()
    #expect(session.report("load iris")?.error == nil)
    let ordered = session.report("plot bar species y=petal_length_cm order=value")
    #expect(ordered?.error == nil)
    let none = session.report("plot box petal_length_cm order=count")
    #expect(none?.error?.code == "unused-key")
    #expect(session.report("plot box petal_length_cm x=petal_width_cm order=name")?.error?.code == "wrong-column-type")
  }
}
