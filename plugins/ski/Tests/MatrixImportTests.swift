import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Tests side by side, and heats without headings. All sheets are made.
struct MatrixImportTests {
  private static let head = "Datum;2026-01-24\nPlats;Idre\nLuft;-5\n\n"

  private func imported(_ text: String) throws -> (SkiFixture, CommandReport) {
    var fixture = try SkiFixture(files: ["t.csv": text])
    return (fixture, try fixture.does("ski import t.csv create=yes"))
  }

  // MARK: Ranks

  @Test func `the pairs of a rank are taken apart where a mark follows the stroke`() {
    #expect(RankText.tied("102/\u{301}103=104") == ["102", "\u{301}103", "104"])
  }

  @Test func `a sheet of thousands of rows is not a matrix`() throws {
    let rows = (0..<2000).map { "P\($0);\($0 % 9 + 1);\($0 % 7 + 1)\n" }.joined()
    var fixture = try SkiFixture(files: ["t.csv": ";2026-01-24;2026-01-31\n" + rows])
    let error = try fixture.run("ski import t.csv create=yes").error
    #expect(error?.message == "'t.csv' contains no glides, no waxer's sheet and no athletes")
  }

  @Test(arguments: [
    "Skidpar;2026-01-24;2026-01-25\n101;1;2\n102;2;1\n103;3;3\n",
    "Paar;24.01.2026;25.01.2026\n101;1;2\n102;2;1\n103;3;3\n",
    "Ski pair;24 Jan 2026;25 Jan 2026\n101;1;2\n102;2;1\n103;3;3\n",
    ";2026-01-24;2026-01-25\n101;1;2\n102;2;1\n103;3;3\n",
    "Datum;2026-01-24;2026-01-25\n101;1;2\n102;2;1\n103;3;3\n",
    "Nr;Skidpar;2026-01-24;2026-01-25\n1;101;1;2\n2;102;2;1\n3;103;3;3\n",
    "Skidpar;Test 1;Test 2\nDatum;2026-01-24;2026-01-25\n101;1;2\n102;2;1\n103;3;3\n",
    "Datum;2026-01-24;2026-01-25\nSkidpar;Test 1;Test 2\n101;1;2\n102;2;1\n103;3;3\n",
    "Datum;101;102;103\n2026-01-24;1;2;3\n2026-01-25;2;1;3\n",
    "Tag;Ort;101;102;103\n24.1.2026;Idre;1;2;3\n25.1.2026;Falun;2;1;3\n",
    "Test;Date;101;102;103\n1;2026-01-24;1;2;3\n2;2026-01-25;2;1;3\n",
    "Rank;2026-01-24;2026-01-25\n1;101;102\n2;102;101\n3;103;103\n",
    "Placering;1;2\nDatum;2026-01-24;2026-01-25\n1;101;102\n2;102;101\n3;103;103\n",
  ])
  func `a matrix of tests and pairs is read in either direction`(_ text: String) throws {
    let (first, report) = try imported(text)
    var fixture = first
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 3])
    #expect(try fixture.ranks("2") == ["101": 2, "102": 1, "103": 3])
    #expect(try fixture.view("1").day == CalendarDate(year: 2026, month: 1, day: 24))
    #expect(try fixture.view("2").day == CalendarDate(year: 2026, month: 1, day: 25))
    #expect(report.warnings.isEmpty, "\(report.warnings)")
    #expect(try fixture.does("ski import t.csv").column("new").allSatisfy { $0 == "0" })
  }

  @Test func `labels of all tests and of each are kept, and so is what is said of pairs`() throws {
    let (fixture, report) = try imported(
      Self.head + "Skidpar;Märke;Test 1;Test 2;Medel\nSnötemp;;-6;-7\n101;Alfa;1;2=;1,5\n102;Beta;2;2=;2\n"
        + "103;Beta;DNS;1;1\n104;;;x9;\n")
    #expect(report.remarked.contains { $0.contains("ignored columns: E ('Medel')") }, "\(report.remarked)")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2] && fixture.ranks("2") == ["103": 1, "101": 2, "102": 2])
    #expect(try fixture.view("1").conditions.air == -5 && fixture.view("2").conditions.air == -5)
    #expect(try fixture.view("1").participations.first { $0.serialNumber == "103" }?.comment == "DNS")
    #expect(try !fixture.view("1").participations.contains { $0.serialNumber == "104" })
    #expect(report.warnings.contains { $0.contains("'x9' is not a rank") }, "\(report.warnings)")
  }

  @Test func `what ski matrix writes is read again`() throws {
    let fixture = try SkiFixture(
      "ski pair add 101 102 103 type=Classic", "ski session new Oslo at=2026-01-10T09:00Z air=-5 new=50 old=50",
      "ski rank 1 101 102=103 add=yes", "ski session new Oslo at=2026-01-11T09:00Z", "ski rank 2 103 101 add=yes",
      "ski matrix to m.csv")
    let text = try #require(fixture.file("m.csv"))
    let (read, report) = try imported(text)
    #expect(try read.ranks("1") == fixture.ranks("1") && read.ranks("2") == fixture.ranks("2"))
    #expect(try read.view("1").conditions.air == -5 && read.view("1").conditions.shares == SnowShares(new: 50, old: 50))
    #expect(try read.view("2").conditions.air == nil && read.view("1").day == fixture.view("1").day)
    #expect(report.warnings.isEmpty, "\(report.warnings)")
  }

  @Test func `a list with the day in the first row of a test is not a matrix`() throws {
    let (fixture, _) = try imported(
      "Datum;Plats;Skidpar;Rank\n2026-01-24;Idre;101;1\n;;102;2\n2026-01-25;Falun;101;2\n;;102;1\n")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2] && fixture.ranks("2") == ["102": 1, "101": 2])
  }

  @Test func `a summary beside the tests themselves is named and not imported twice`() throws {
    func table(_ rows: String) -> String {
      "<table>"
        + rows.split(separator: "\n").map { row in
          "<tr>" + row.split(separator: ";", omittingEmptySubsequences: false).map { "<td>\($0)</td>" }.joined()
            + "</tr>"
        }.joined() + "</table>"
    }
    let page =
      table("Datum;Plats;Skidpar;Rank\n2026-01-24;Idre;101;1\n2026-01-24;Idre;102;2")
      + table("Skidpar;2026-01-24;2026-01-25\n101;1;2\n102;2;1")
    var fixture = try SkiFixture(files: ["w.html": page])
    let report = try fixture.does("ski import w.html create=yes")
    #expect(report.remarked.contains { $0.contains("tests side by side; sheet=") }, "\(report.remarked)")
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
    try fixture.does("ski import w.html sheet=2")
    #expect(try fixture.ranks("3") == ["101": 2, "102": 1])
  }

  // MARK: Times and lengths

  @Test(arguments: [
    "Skidpar;Åk 1 (s);Åk 2 (s)\n101;12,31;12,40\n102;12,51;12,41\n103;12,91;12,90\n",
    "Paar;Zeit 1;Zeit 2\n101;12,31;12,40\n102;12,51;12,41\n103;12,91;12,90\n",
    "Ski;Run 1;Run 2\n101;112 cm;110 cm\n102;108 cm;109 cm\n103;90 cm;95 cm\n",
    "Åk;101;102;103\n1;12,31 s;12,51 s;12,91 s\n2;12,40 s;12,41 s;12,90 s\n",
  ])
  func `times and lengths of runs give the ranks of one test`(_ text: String) throws {
    let (fixture, report) = try imported(Self.head + text)
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 3])
    #expect(
      report.remarked.contains { $0.contains("the mean of 2 runs; only the ranks are kept") }, "\(report.remarked)")
  }

  @Test func `a pair without one of its runs has no rank, and equal means are ties`() throws {
    let (fixture, report) = try imported(
      Self.head + "Skidpar;Tid 1;Tid 2;Tid 3\n101;12,1;12,2;12,3\n102;12,3;12,2;12,1\n103;11;;11\n104;13;13;13\n")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 1, "104": 3])
    #expect(report.warnings.contains { $0.contains("2 of 3 runs") }, "\(report.warnings)")
  }

  @Test func `lengths of two days are two tests`() throws {
    let (fixture, _) = try imported("Skidpar;2026-01-24 (m);2026-01-25 (m)\n101;9,5;8\n102;9,1;8,5\n")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2] && fixture.ranks("2") == ["102": 1, "101": 2])
  }

  @Test(arguments: [
    ("Skidpar;Åk 1;Åk 2\n101;1;2\n102;2;1\n", "write Test 1"), ("Skidpar;Lauf 1;Lauf 2\n101;12,3;12,4\n", "the unit"),
    ("Skidpar;Idre;Falun\n101;1;2\n102;2;1\n", "Run 1 (s)"), ("Skidpar;1;2\n101;1;2\n102;2;1\n", "Test 1"),
    ("Åk;101;102\n1;1;2\n2;2;1\n", "column Rank"),
  ])
  func `columns that can be several things are refused with the way out`(_ text: String, _ help: String) throws {
    var fixture = try SkiFixture(files: ["t.csv": Self.head + text])
    try fixture.refuses("ski import t.csv create=yes", "not-ski-data", naming: "line", help)
  }

  // MARK: Heats without headings

  @Test(arguments: [
    "101;102;V\n103;104;H\n101;104;V\n", "101;V;102\n103;H;104\n101;V;104\n", "101;102;101\n103;104;104\n101;104;101\n",
    "1;101;102;L\n2;103;104;R\n3;101;104;L\n", "Semifinal\n101;102;links\n103;104;rechts\n\nFinal\n101;104;links\n",
    "101;;\n102;101;\n103;;\n104;104;101\n", "Semifinal;Final;Vinnare\n101;101;101\n102;104;\n103;;\n104;;\n",
  ])
  func `a knockout without headings is read`(_ text: String) throws {
    let (fixture, report) = try imported(Self.head + text)
    #expect(try fixture.ranks("1") == ["101": 1, "104": 2, "102": 3, "103": 3], "\(report.remarked)")
    #expect(try fixture.view("1").conditions.air == -5)
  }

  @Test func `heats without headings may have margins`() throws {
    let (fixture, _) = try imported(Self.head + "101;102;V 14\n103;104;H;9 cm\n")
    let glides = try fixture.view("1").glides
    #expect(glides.map(\.winner) == ["101", "104"] && glides.map(\.difference) == [14, 9])
  }

  @Test(arguments: ["101;102;14\n103;104;9\n", "101;102;L\n103;104;L\n", "101;102;V\n103;104;x\n", "101;1\n102;2\n"])
  func `rows without headings that are not clear are refused with the headings to add`(_ text: String) throws {
    var fixture = try SkiFixture(files: ["t.csv": Self.head + text])
    try fixture.refuses("ski import t.csv create=yes", "not-ski-data", naming: "line", "Left, Right and Result")
  }
}
