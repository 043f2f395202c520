import PodiumCore
import PodiumFigure
import Testing

@testable import PodiumPlotting

/// Plots of tables: what is drawn is what the table holds.
struct TablePlotTests {
  /// A table of a number, a category, a date and a second number; every tenth row lacks the first number.
  private func table(_ rows: Int, categories: Int = 3) throws -> Table {
    try Table([
      Column("size", .number((0..<rows).map { $0 % 10 == 9 ? .nan : Double($0 * 7 % 31) })),
      Column("kind", .category(Categorical((0..<rows).map { "k\($0 % categories)" }))),
      Column("day", .date((0..<rows).map { CalendarDate(days: 19_700 + $0) })),
      Column("other", .integer((0..<rows).map { $0 * 3 % 17 })),
    ])
  }

  private func plot(
    _ kind: PlotRequest.Kind, _ columns: [String], of table: Table, _ change: (inout PlotRequest) -> Void = { _ in }
  ) throws -> Figure {
    var request = PlotRequest(kind)
    request.columns = columns.map { PlotRequest.Name($0) }
    change(&request)
    return try TablePlot(request, of: table).figure()
  }

  private func numbers(_ figure: Figure, _ name: String) -> [Double] { figure.data[name]?.numbers ?? [] }

  /// What is drawn and what is left out are all the rows.
  private func balanced(_ figure: Figure, _ rows: Int) -> Bool { figure.n + figure.leftOutCount == rows }

  @Test(arguments: [0, 1, 2, 57, 400])
  func `a histogram counts every row that has a value`(_ rows: Int) throws {
    let figure = try plot(.hist, ["size"], of: table(rows))
    #expect(numbers(figure, "rows").reduce(0, +) == Double(figure.n))
    #expect(balanced(figure, rows))
  }

  @Test func `colours and panels of a histogram share its bins`() throws {
    let all = try plot(.hist, ["size"], of: table(200))
    let parts = try plot(.hist, ["size"], of: table(200)) {
      $0.color = .init("kind")
      $0.groups = [.init("kind")]
    }
    #expect(parts.panels.count == 3)
    #expect(numbers(parts, "rows").reduce(0, +) == numbers(all, "rows").reduce(0, +))
    #expect(Set(numbers(parts, "from")).isSubset(of: Set(numbers(all, "from"))))
  }

  @Test func `bars of many categories are the eleven largest and the rest together`() throws {
    let rows = 60 * 10 + 11
    let names = (0..<rows).map { "k\($0 < 600 ? $0 % 60 : $0 - 600)" }
    let figure = try plot(.bar, ["kind"], of: Table([Column("kind", .category(Categorical(names)))]))
    let kinds = try #require(figure.data["kind"])
    #expect(figure.data.rowCount == 12)
    #expect(kinds[11].fileText == "other (49)")
    #expect((0..<11).allSatisfy { figure.data["rows"]?[$0] == .integer(11) })
    #expect(figure.data["rows"]?[11] == .integer(490))
    #expect(figure.n == rows)
  }

  @Test func `means of bars have Student's interval, and none for one row`() throws {
    let table = try Table([
      Column("kind", .category(Categorical(["a", "a", "a", "b"]))), Column("size", .number([1, 2, 6, 5])),
    ])
    let figure = try plot(.bar, ["kind"], of: table) { $0.y = .init("size") }
    #expect(numbers(figure, "size") == [3, 5])
    // 3 ± 4.302653·√7/√3, by hand.
    #expect((numbers(figure, "low95")[0] - -3.5724).magnitude < 1e-3)
    #expect((numbers(figure, "high95")[0] - 9.5724).magnitude < 1e-3)
    #expect(numbers(figure, "low95")[1].isNaN)
  }

  @Test func `a box has quartiles from ten rows on, below the rows are points`() throws {
    let values = (1...9).map(Double.init) + (1...10).map(Double.init) + [100]
    let names = Array(repeating: "few", count: 9) + Array(repeating: "many", count: 11)
    let table = try Table([Column("size", .number(values)), Column("kind", .category(Categorical(names)))])
    let figure = try plot(.box, ["size"], of: table) { $0.x = .init("kind") }
    let medians = numbers(figure, "median").filter { !$0.isNaN }
    #expect(medians == [6])
    // Nine rows of the small group, and the one value beyond the whiskers.
    #expect(numbers(figure, "size").count { !$0.isNaN } == 10)
    #expect(numbers(figure, "high").filter { !$0.isNaN } == [10])
  }

  @Test func `a scatter plot of few rows has a point a row, of many it counts all of them in cells`() throws {
    let few = try plot(.scatter, ["size", "other"], of: table(300))
    #expect(few.data.rowCount == 270)
    #expect(balanced(few, 300))
    let many = try plot(.scatter, ["size", "other"], of: table(9000))
    #expect(numbers(many, "rows").reduce(0, +) == 8100)
    #expect(many.notes.contains { $0.hasPrefix("binned") })
    let coloured = try plot(.scatter, ["size", "other"], of: table(9000)) { $0.color = .init("kind") }
    #expect(coloured.data.rowCount == TablePlot.mostPlaces)
    #expect(coloured.notes.contains { $0.hasPrefix("thinned") })
  }

  @Test func `what is not above 0 is left out of a logarithmic axis and counted`() throws {
    let table = try Table([Column("a", .number([0, -1, 1, 10, .infinity])), Column("b", .number([1, 1, 1, 1, 1]))])
    let figure = try plot(.scatter, ["a", "b"], of: table) { $0.log = [.x] }
    #expect(figure.n == 2)
    #expect(figure.leftOut.map(\.count) == [1, 2])
    #expect(try plot(.hist, ["a"], of: table) { $0.log = [.x] }.n == 2)
  }

  @Test func `a line is in the order of its axis, broken where values are missing, a mean where rows share a place`()
    throws
  {
    let table = try Table([
      Column("x", .number([3, 1, 2, 4, 5])), Column("y", .number([30, 10, .nan, 40, 50])),
    ])
    let figure = try plot(.line, ["x", "y"], of: table)
    #expect(numbers(figure, "y") == [10, 30, 40, 50])
    #expect(numbers(figure, "part") == [0, 1, 1, 1])
    let doubled = try Table([Column("x", .number([1, 1, 2])), Column("y", .number([1, 3, 9]))])
    let means = try plot(.line, ["x", "y"], of: doubled)
    #expect(numbers(means, "y") == [2, 9])
    #expect(numbers(means, "low")[0] < 1 && numbers(means, "low")[1].isNaN)
  }

  @Test func `lines beyond the colours stay apart, and more than a hundred are refused`() throws {
    let rows = 0..<60
    let table = try Table([
      Column("x", .number(rows.map { Double($0 / 12) })), Column("y", .number(rows.map { Double($0 % 12) })),
      Column("who", .category(Categorical(rows.map { "w\($0 % 12)" }))),
    ])
    let figure = try plot(.line, ["x", "y"], of: table) { $0.color = .init("who") }
    #expect(figure.data.rowCount == 60)
    let lines = try #require(figure.data["who"])
    // Each line is level; one through the rows of several would not be.
    for place in rows { #expect(lines[place].fileText == "w\(Int(numbers(figure, "y")[place]))") }
    #expect(FigureSVG.text(of: figure).contains(">4 others<"))
    let many = try Table([
      Column("x", .number((0..<202).map { Double($0 / 101) })), Column("y", .number((0..<202).map(Double.init))),
      Column("who", .category(Categorical((0..<202).map { "w\($0 % 101)" }))),
    ])
    #expect(throws: Diagnostic.self) { try plot(.line, ["x", "y"], of: many) { $0.color = .init("who") } }
  }

  @Test func `axes of whole numbers have whole ticks, whatever is made of the values`() throws {
    let table = try Table([Column("a", .integer([5])), Column("b", .number([5]))])
    for (column, isWhole) in [("a", true), ("b", false)] {
      for kind in [PlotRequest.Kind.hist, .line, .box] {
        let panel = try plot(kind, [column], of: table).panels[0]
        #expect((kind == .line ? panel.y : panel.x).isWhole == isWhole, "\(kind) \(column)")
      }
    }
  }

  @Test func `points alone have no note on whiskers`() throws {
    #expect(try !plot(.box, ["other"], of: table(5)).caption.contains("whiskers"))
    #expect(try plot(.box, ["other"], of: table(50)).caption.contains("whiskers"))
  }

  @Test func `a long line is drawn by means of neighbours within their range`() throws {
    let rows = 20_000
    let table = try Table([
      Column("x", .integer(Array(0..<rows))), Column("y", .number((0..<rows).map { Double($0 % 7) })),
    ])
    let figure = try plot(.line, ["x", "y"], of: table)
    #expect(figure.data.rowCount <= 800)
    #expect(numbers(figure, "low").min() == 0 && numbers(figure, "high").max() == 6)
    #expect(figure.n == rows)
  }

  @Test func `a heatmap counts pairs, or means a number at them`() throws {
    let table = try Table([
      Column("a", .category(Categorical(["x", "x", "y", "y"]))),
      Column("b", .category(Categorical(["u", "u", "u", "v"]))),
      Column("size", .number([1, 3, 5, 7])),
    ])
    let counts = try plot(.heatmap, ["a", "b"], of: table)
    #expect(numbers(counts, "rows") == [2, 1, 1])
    let means = try plot(.heatmap, ["a", "b"], of: table) { $0.color = .init("size") }
    #expect(numbers(means, "size") == [2, 5, 7])
  }

  @Test func `columns that a kind cannot draw name the kinds that can`() throws {
    let table = try table(20)
    func fails(_ code: String, _ make: () throws -> Figure) -> Bool {
      do {
        _ = try make()
        return false
      } catch let error as Diagnostic {
        return error.code == code && error.help != nil
      } catch {
        return false
      }
    }
    #expect(fails("wrong-column-type") { try plot(.hist, ["kind"], of: table) })
    #expect(fails("wrong-column-type") { try plot(.scatter, ["kind", "size"], of: table) })
    #expect(fails("unknown-column") { try plot(.hist, ["siez"], of: table) })
    #expect(fails("missing-argument") { try plot(.scatter, ["size"], of: table) })
    #expect(fails("too-many-values") { try plot(.hist, ["size"], of: self.table(60)) { $0.facet = .init("day") } })
    #expect(fails("unused-key") { try plot(.bar, ["kind"], of: table) { $0.log = [.y] } })
  }

  @Test(arguments: PlotRequest.Kind.all)
  func `every kind draws nothing, one row, and nothing but missing values`(_ kind: PlotRequest.Kind) throws {
    let columns = kind == .bar || kind == .hist || kind == .box ? ["size"] : ["size", "other"]
    let gaps = try Table([
      Column("size", .number([.nan, .nan])), Column("other", .integer([ColumnValues.missingInteger, 1])),
    ])
    for table in [try table(0), try table(1), gaps] {
      let figure = try plot(kind, columns, of: table)
      #expect(figure.n <= table.rowCount)
      #expect(FigureSVG.text(of: figure).hasPrefix("<svg"))
    }
  }

  @Test func `a cancelled plot stops`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    var request = PlotRequest(.hist)
    request.columns = [.init("size")]
    let plot = TablePlot(request, of: try table(100), cancellation: cancellation)
    #expect(throws: Diagnostic.self) { try plot.figure() }
  }
}
