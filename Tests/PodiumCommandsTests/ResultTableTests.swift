import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Results as tables, in files that hold one table.
struct ResultTableTests {
  private let folder = TemporaryFolder()

  /// Runs commands, the last of which writes a file, and reads that.
  private func table(_ lines: String..., file: String) throws -> Table {
    var session = CommandFixture.session(folder: folder.path)
    for line in lines { #expect(session.report(line)?.error == nil, "\(line)") }
    #expect(session.report("load \(file) as back")?.error == nil)
    return try #require(session.state.current?.table)
  }

  @Test func `a comparison has a row for each learner, with what is undefined left empty`() throws {
    let table = try table("load iris", "label species", "compare zeror tree knn k=3 to c.csv", file: "c.csv")
    #expect(
      table.names == [
        "learner", "mean", "sd", "difference", "ci95_low", "ci95_high", "p", "p_holm", "status", "folds",
      ])
    #expect(table.rowCount == 3)
    let baseline = try #require((0..<3).first { table.columns[0][$0].fileText == "zeror" })
    #expect(table["difference"]?[baseline].fileText == "0")
    for name in ["ci95_low", "ci95_high", "p", "p_holm"] {
      #expect((0..<3).filter { table[name]?[$0].isMissing == true } == [baseline], "\(name)")
    }
    #expect((0..<3).allSatisfy { table["folds"]?[$0].fileText == "3" })
  }

  @Test func `measures of plugins are columns of a comparison`() throws {
    let table = try table(
      "load ski-thesis", "label", "features air_temperature", "compare zeror tree k=3 evaluators=ski.risk to c.csv",
      file: "c.csv")
    #expect(table.columns.count > 10 && table.names[9] == "folds", "\(table.names)")
  }

  @Test func `a confusion matrix has a row for each class and its recall`() throws {
    let table = try table("load iris", "label species", "cv tree k=3", "confusion to f.csv", file: "f.csv")
    #expect(
      table.names == ["actual", "predicted setosa", "predicted versicolor", "predicted virginica", "recall"])
    let counts = (0..<3).flatMap { row in (1...3).compactMap { Int(table.columns[$0][row].fileText) } }
    #expect(counts.count == 9 && counts.reduce(0, +) == 150)
    for row in 0..<3 {
      let recall = try #require(Double(table.columns[4][row].fileText))
      #expect(abs(recall - Double(counts[row * 4]) / 50) < 1e-12)
    }
  }

  @Test func `a record has a row for each field, and a plot the values that it draws`() throws {
    let record = try table("load iris", "= 6 * 7 to v.csv", file: "v.csv")
    #expect(record.names == ["field", "value"] && record.rowCount == 1)
    #expect(record["value"]?[0].fileText == "42")
    let plot = try table("load iris", "plot bar species to p.csv", file: "p.csv")
    #expect(plot.rowCount == 3)
  }

  @Test func `several results are refused with the formats that hold them`() throws {
    var session = CommandFixture.session(folder: folder.path)
    for line in ["load iris", "label species", "compare zeror tree k=3"] { _ = session.report(line) }
    let error = try #require(session.report("confusion to f.csv")?.error)
    #expect(error.code == "no-single-table" && error.help?.contains(".json") == true)
  }
}
