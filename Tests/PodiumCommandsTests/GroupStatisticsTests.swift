import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// What `by` gives of commands that test and compare, and what files keep of it.
@Suite struct GroupStatisticsTests {
  private let folder = TemporaryFolder()

  private func session(_ csv: String) throws -> Interpreter { try CommandFixture.session(csv, in: folder) }

  private func tables(_ line: String, _ session: inout Interpreter) -> [TableOutput] {
    let report = session.report(line)
    #expect(report?.status == .ok, "\(line): \(text(report))")
    return (report?.outputs ?? []).compactMap { output in
      if case .table(let table) = output { table } else { nil }
    }
  }

  private func cells(_ table: Table) -> [[String]] {
    (0..<table.rowCount).map { row in table.columns.map { $0[row].fileText } }
  }

  @Test func `a cross table by groups has one column for each value, and 0 where there is no row`() throws {
    var session = try session("g,w,t\np,no,a\np,yes,a\nq,no,b\nq,no,b\n")
    let found = tables("by g: count w t", &session)
    #expect(found.count == 2 && found[0].table.names == ["g", "w", "a", "b", "rows"])
    #expect(
      cells(found[0].table) == [["p", "no", "1", "0", "1"], ["p", "yes", "1", "0", "1"], ["q", "no", "0", "2", "2"]])
    #expect(found[1].isAside && cells(found[1].table).map { $0.prefix(3) } == [["p", "2", "2"], ["q", "2", "2"]])
    let shares = tables("by g: count w t share=row", &session)
    #expect(cells(shares[0].table)[2] == ["q", "no", "0", "1", "2"])
    // The column of the groups, and a value with its name.
    let own = tables("by g: count g", &session)[0].table.names
    let crossed = tables("by g: count g t", &session)[0].table.names
    #expect(own == ["g", "rows", "share"] && crossed == ["g", "a", "b", "rows"])
    _ = session.report("replace t = choose(t == \"b\", \"g\", \"a\")")
    let named = tables("by g: count w t", &session)[0].table.names
    #expect(named == ["g", "w", "a", "g_", "rows"])
    #expect(session.report("by g: count w if w == \"x\"")?.error?.code == "no-rows")
  }

  @Test func `the tests of columns with several coefficients are those of the rows of each group`() throws {
    let rows = (0..<36).map {
      "\($0 * $0 % 11),\($0 % 7),\(["a", "b", "c"][$0 % 3]),\($0 / 18),\($0 % 5 < 2 ? "yes" : "no")"
    }
    var session = try session("y,x,g,half,answer\n" + rows.joined(separator: "\n") + "\n")
    for (line, statistic) in [("regress y x g joint=x,g", "f"), ("regress answer x g joint=x,g", "chi_square")] {
      let found = tables("by half: \(line)", &session)
      let joint = try #require(found.first { $0.table[statistic] != nil && $0.isAside }?.table, "\(line)")
      #expect(cells(joint).map { $0.prefix(2) } == [["0", "g"], ["0", "joint="], ["1", "g"], ["1", "joint="]])
      for half in 0...1 {
        let alone = tables("\(line) if half == \(half)", &session)[0].facts
        for (row, name) in ["g", "joint"].enumerated() {
          for (column, field) in [(statistic, statistic), ("p", "p"), ("df", "df")] {
            let value = try #require(alone.first { $0.name == "\(name).\(field)" }?.value)
            #expect(joint[column]?[2 * half + row].asNumber == value.asNumber, "\(line) \(name) \(field)")
          }
        }
      }
    }
  }

  @Test func `figure takes a result with a picture, and names the way to draw another`() throws {
    var session = try session("y,x\n1,2\n2,3\n3,5\n")
    #expect(session.report("figure")?.error?.code == "missing-argument")
    #expect(session.report("figure $shape")?.error?.code == "unknown-result")
    _ = session.report("plot hist y as shape")
    for line in ["figure _", "figure $shape"] { #expect(session.report(line)?.outputs.map(\.kind) == ["figure"]) }
    _ = session.report("describe")
    let error = session.report("figure _")?.error
    #expect(error?.code == "no-picture" && error?.help?.hasSuffix("can be drawn: plot _") == true)
  }

  @Test func `the tests of count are those of the rows of each group`() throws {
    let rows = (1...12).flatMap { id in
      ["\(id),before,\(id <= 9 ? "yes" : "no"),\(id % 2)", "\(id),after,\(id <= 2 ? "yes" : "no"),\(id % 2)"]
    }
    var session = try session("id,time,answer,half\n" + rows.joined(separator: "\n") + "\n")
    for (line, fields) in [
      ("count answer time", ["chi_square", "p", "p_exact", "cramers_v"]),
      ("count answer time pairs=id", ["n", "p", "changed"]),
    ] {
      let whole = tables("by half: \(line)", &session)
      for half in 0...1 {
        let alone = tables("\(line) if half == \(half)", &session)[0].facts
        for name in fields {
          let value = try #require(alone.first { $0.name == name }?.value)
          #expect(whole[1].table[name]?[half].asNumber == value.asNumber && !value.isMissing, "\(line) \(name)")
        }
      }
    }
  }

  @Test func `by keeps the number of rows, the model and what belongs to the whole of a regression`() throws {
    var session = try session(
      "g,x,y,w\n"
        + (0..<40).map { "\($0 % 2),\($0),\($0 == 7 ? "" : "\(3 * $0 + $0 * $0 % 7)"),\($0 % 3)" }.joined(
          separator: "\n"))
    let report = session.report("by g: regress y x")
    #expect(text(report).contains("<.0001") && !text(report).contains("0.0000 "))
    let found = tables("by g: regress y x", &session)
    for half in 0...1 {
      let alone = tables("regress y x if g == \(half)", &session)[0].facts
      for name in ["n", "left_out", "r_squared", "aic"] {
        let value = alone.first { $0.name == name }?.value.asNumber
        #expect(value != nil && found[1].table[name]?[half].asNumber == value, "\(name)")
      }
    }
    #expect(found[1].table["model"]?[0].fileText == "linear" && found[1].table["left_out"]?[1].asNumber == 1)
    let tested = tables("by g: test y by=w", &session)
    #expect(tested[1].table.names == ["g", "w", "n", "mean", "sd", "median", "missing"])
    #expect(cells(tested[1].table).map { $0[2] } == ["7", "6", "7", "7", "6", "6"])
    #expect(tested[0].table["p"]?.missingCount == 0)
  }

  @Test func `by gives the pairs of compare, and the interval of cv`() throws {
    var session = try #require(CommandFixture.session().session.apart())
    for line in ["load iris", "label species", "derive big = sepal_width_cm > 3", "encode"] { _ = session.report(line) }
    let found = tables("by big: compare tree k=3 pairs=yes", &session)
    #expect(found.count == 3 && found[0].title == "accuracy, differences from zeror")
    #expect(found[1].title == "accuracy of 1 pair, first minus second")
    #expect(found[1].table.names.prefix(3) == ["big", "first", "second"] && found[1].table.rowCount == 2)
    #expect(found[2].table.names == ["big", "pairs", "folds", "tree.wins", "zeror.wins"])
    let cv = tables("by big: cv tree k=3", &session)[0].table
    _ = session.report("cv tree k=3 if big")
    let end = try session.session.value(of: Reference(result: "_", field: "accuracy.low95"), at: nil).asNumber
    #expect(end != nil && cv["low95"]?[1].asNumber == end)
  }

  @Test func `groups and means of times are written as times`() throws {
    var session = try session(
      "lap,start\n0:12:01,08:30\n0:12:03,08:30\n0:12:07,08:30\n0:13:10,09:15\n0:12:40,09:15\n0:12:50,09:15\n")
    for line in ["type lap duration", "type start time"] { #expect(session.report(line)?.status == .ok) }
    let out = text(session.report("test lap by=start"))
    #expect(out.contains("08:30") && out.contains("12:53") && !out.contains("30600") && !out.contains("723"), "\(out)")
    #expect(text(session.report("by start: test lap by=lap")).contains("08:30"))
  }
}
