import PodiumCore
import PodiumFiles
import PodiumTestKit
import Testing

@testable import FootballModel

/// Real files next to the checkout, not part of it.
@Suite(.enabled(if: Reference.isThere, Reference.absent))
struct SharedFilesTests {
  @Test(arguments: [
    ("football-data/B1_2003-04.csv", 306), ("football-data/E0_1993-94.csv", 462), ("football-data/E0_1995-96.csv", 380),
    ("football-data/E0_2001-02.csv", 380), ("football-data/E0_2002-03.csv", 380), ("football-data/E0_2004-05.csv", 380),
    ("football-data/E0_2009-10.csv", 380), ("football-data/E0_2017-18.csv", 380), ("football-data/E0_2018-19.csv", 380),
    ("football-data/E0_2019-20.csv", 380), ("football-data/E0_2020-21_partial.csv", 184),
    ("football-data/E2_2015-16.csv", 552), ("football-data/EC_2005-06.csv", 462), ("football-data/EC_2016-17.csv", 552),
    ("football-data/N1_2010-11.csv", 306), ("football-data/SP1_2004-05.csv", 380),
    ("football-data/T1_2010-11.csv", 306),
    ("football-data-new/FIN.csv", 2198), ("football-data-new/SWE_2012-2018.csv", 1509),
    ("football-data-new/SWE_2024-2025_bom.csv", 364),
  ])
  func `a real file is read completely`(_ path: String, _ count: Int) throws {
    let file = try Reference.data(path).file()
    #expect(file.matches.count == count)
    #expect(file.refusals.isEmpty)
    let parts = path.dropLast(4).split { $0 == "/" || $0 == "_" }
    if file.kind == .main, parts.count >= 3 {
      #expect(Set(file.matches.map(\.competition)) == [String(parts[1])])
      #expect(Set(file.matches.map(\.season?.description)) == [String(parts[2])])
    }
    #expect(file.matches.allSatisfy { !$0.home.hasSuffix(" ") && !$0.away.hasSuffix("\u{A0}") })
  }

  @Test func `three contradictions are reported with their lines`() throws {
    let notes = try Reference.data("football-data/EC_2005-06.csv").file().notices.sentences
    for line in [449, 451, 452] { #expect(notes.first?.contains("EC_2005-06.csv:\(line)") == true, "\(notes)") }
  }

  @Test(arguments: [
    "allstat", "fjelstul", "football.json", "football.txt", "footballcsv", "html", "seed", "worldcup.json",
  ])
  func `files of other kinds are refused with their kind`(_ folder: String) throws {
    let files = try DiskFiles().list(Checkout.shared("data/football/" + folder), shown: folder)
    #expect(!files.isEmpty)
    for name in files {
      let error = try #require(try Reference.data(folder + "/" + name).failure(), "\(name) was accepted")
      #expect(error.code == "not-football-data", "\(name): \(error.message)")
      #expect(error.message.hasPrefix("'\(name)' is "), "\(name): \(error.message)")
    }
  }
}
