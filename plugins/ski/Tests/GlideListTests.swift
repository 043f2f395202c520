import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Lists of glides of several tests: each glide belongs to the test of its day and place. All are made.
struct GlideListTests {
  private func imported(_ text: String) throws -> (SkiFixture, CommandReport) {
    var fixture = try SkiFixture(files: ["t.csv": text])
    return (fixture, try fixture.does("ski import t.csv create=yes"))
  }

  /// For each session its day, place and how many glides it has.
  private func tests(_ fixture: SkiFixture) throws -> [String] {
    try SkiRecords.sessions(try fixture.session.store(), []).map { test in
      let view = try fixture.view(test.number)
      return [view.time.map { String($0.description.prefix(10)) } ?? "", view.place ?? "", "\(view.glides.count)"]
        .joined(separator: " ")
    }.sorted()
  }

  @Test(arguments: [
    "Datum;Plats;Vinnare;Förlorare;cm\n2026-01-24;Idre;101;102;12\n24/1 2026;idre;102;103;4\n2026-01-25;Falun;102;101;5\n",
    "Date;Place;Winner;Loser;cm\n2026-01-24;Idre;101;102;12\n;;102;103;4\n2026-01-25;Falun;102;101;5\n",
    "Datum;Plats;V;H;Vann;cm\n2026-01-24 09:00;Idre;101;102;V;12\n2026-01-24 09:04;Idre;103;102;H;4\n2026-01-25;Falun;102;101;V;5\n",
    "Session;Date;Place;Winner;Loser;Difference\nA;2026-01-24;Idre;101;102;12\nA;2026-01-24;Idre;102;103;4\nB;2026-01-25;Falun;102;101;5\n",
  ])
  func `glides with a day and a place in their rows are of those tests`(_ text: String) throws {
    var (fixture, report) = try imported(text)
    #expect(try tests(fixture) == ["2026-01-24 Idre 2", "2026-01-25 Falun 1"], "\(report.remarked)")
    #expect(report.warnings.isEmpty, "\(report.warnings)")
    report = try fixture.does("ski import t.csv create=yes")
    #expect(try tests(fixture) == ["2026-01-24 Idre 2", "2026-01-25 Falun 1"])
  }

  @Test func `glides below a list of pairs are of the tests of their days`() throws {
    let (fixture, _) = try imported(
      "Datum;Plats;Skidpar;Rank\n2026-01-24;Idre;101;1\n2026-01-24;Idre;102;2\n2026-01-25;Falun;102;1\n2026-01-25;Falun;101;2\n"
        + "\nDatum;Vinnare;Förlorare;cm\n2026-01-24;101;102;12\n2026-01-25;102;101;5\n")
    #expect(try tests(fixture) == ["2026-01-24 Idre 1", "2026-01-25 Falun 1"])
  }

  @Test func `a column that numbers the glides of one test makes no tests`() throws {
    let (fixture, _) = try imported(
      "Datum;2026-01-24\nPlats;Idre\n\nSkidpar;Rank\n101;1\n102;2\n\nTest;Vinnare;Förlorare;cm\n1;101;102;12\n2;101;102;9\n"
    )
    #expect(try tests(fixture) == ["2026-01-24 Idre 2"])
  }

  @Test func `a glide with a day that cannot be read is left out and named`() throws {
    let (fixture, report) = try imported(
      "Datum;Plats;Vinnare;Förlorare;cm\n2026-01-24;Idre;101;102;12\n2026-13-24;Idre;102;103;4\n")
    #expect(try tests(fixture) == ["2026-01-24 Idre 1"])
    #expect(report.warnings.contains { $0.contains("line 3, column A ('Datum')") }, "\(report.warnings)")
  }

  @Test func `a table of many columns that are unknown is read, and they are named`() throws {
    let (fixture, report) = try imported(
      "Datum;2026-01-24\nPlats;Idre\n\nSkidpar;Åk 1;Åk 2;Åk 3;Åk 4;Medel;Rank\n101;32,1;32,4;32,2;32,0;32,2;1\n102;32,5;32,6;32,9;32,9;32,7;2\n"
    )
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2])
    #expect(report.remarked.contains { $0.contains("ignored columns: B ('Åk 1')") }, "\(report.remarked)")
  }

  @Test func `a tie in words is a margin of 0, and By is one`() throws {
    let (fixture, report) = try imported(
      "Date;2026-01-24\nPlace;Idre\n\nHeat;Left ski;Right ski;Winner;By (cm)\nQF1;101;102;101;12\nSF;101;104;L;tie\n")
    #expect(try fixture.view("1").glides.map(\.difference) == [12, 0], "\(report.warnings)")
  }
}
