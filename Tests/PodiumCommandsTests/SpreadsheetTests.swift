import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Texts that a spreadsheet may run as formulas, in files of plain text.
struct SpreadsheetTests {
  /// A session in a new folder with a table: five texts that are formulas, in text, category and a name.
  private struct Fixture {
    let folder = TemporaryFolder()
    var session: Interpreter

    init() throws {
      session = CommandFixture.session(folder: folder.path)
      let text = """
        name,loss,=sum,kind
        =1+1,-5,a,+x
        "\t=2",-6,b,y
        @SUM(A1),7,a,+x
        plain = text,-8,b,y
        -x,-9,a,y

        """
      try session.services.files.write(Array(text.utf8), to: folder.path + "/t.csv", shown: "t.csv", mode: .new)
      #expect(session.report("load t.csv")?.error == nil)
    }

    mutating func notes(_ line: String) -> [String] {
      let report = session.report(line)
      #expect(report?.error == nil, "\(line): \(report?.error?.message ?? "")")
      return (report?.outputs ?? []).compactMap { if case .note(let note) = $0 { note.text } else { nil } }
    }

    func text(_ name: String) throws -> String {
      String(decoding: try session.services.files.read(folder.path + "/" + name, shown: name), as: UTF8.self)
    }
  }

  @Test(arguments: ["csv", "tsv"])
  func `save counts them, and spreadsheet=yes writes them with an apostrophe`(_ ending: String) throws {
    var fixture = try Fixture()
    let notes = fixture.notes("save plain.\(ending)")
    let count = try #require(notes.first { $0.contains("begin with =, +, - or @") }, "\(notes)")
    // =1+1, the tab, @SUM, -x, +x twice, and the name of a column; numbers are not counted.
    #expect(count.hasPrefix("7 cells begin") && count.hasSuffix("spreadsheet=yes writes them with a leading '"))
    let disarmed = fixture.notes("save safe.\(ending) spreadsheet=yes")
    #expect(disarmed.contains("wrote 7 cells with a leading '"), "\(disarmed)")
    let text = try fixture.text("safe.\(ending)")
    for cell in ["'=1+1", "'@SUM(A1)", "'=sum", "'+x", "'-x", "'\t=2", "-5"] { #expect(text.contains(cell), "\(text)") }
    #expect(!text.contains("'-5") && !text.contains("'plain"))
  }

  @Test(arguments: ["=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"])
  func `every sign that may begin a formula is seen, in a cell and in a name`(_ sign: String) throws {
    let table = try Table([Column(sign + "a", .text([sign + "1", "1" + sign, nil]))])
    #expect(FormulaCells.count(in: table) == 2)
    let safe = try FormulaCells.disarmed(table)
    #expect(safe.columns.map(\.name) == ["'" + sign + "a"] && safe.columns[0][0] == .text("'" + sign + "1"))
    #expect(safe.columns[0][1] == .text("1" + sign) && FormulaCells.count(in: safe) == 0)
  }

  @Test func `to FILE counts them too, and says nothing where there are none`() throws {
    var fixture = try Fixture()
    #expect(fixture.notes("head 1 to some.csv").contains { $0.hasPrefix("3 cells begin") && $0.contains(".xlsx") })
    #expect(!fixture.notes("head 9 to all.json").contains { $0.contains("begin") })
    #expect(fixture.notes("save all.xlsx").isEmpty)
    _ = fixture.notes("keep loss")
    #expect(!fixture.notes("save numbers.csv").contains { $0.contains("begin") })
    #expect(fixture.notes("save again.csv spreadsheet=yes").isEmpty)
  }

  @Test func `spreadsheet=yes is refused where it would change nothing`() throws {
    var fixture = try Fixture()
    #expect(fixture.session.report("save t.xlsx spreadsheet=yes")?.error?.code == "unexpected-key")
    #expect(fixture.session.report("save flowers spreadsheet=yes")?.error?.code == "unexpected-key")
  }
}
