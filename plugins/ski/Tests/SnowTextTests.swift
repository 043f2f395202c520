import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// What protocols say of the snow in words, and temperatures in °F. All are made.
struct SnowTextTests {
  @Test(arguments: [
    "60% nysnö, 40% gammal", "nysnö 60 %, gammal snö 40 %", "new 60 old 40", "Neuschnee 60% / Altschnee 40%",
    "40 old + 60 new",
    "60 % uusi lumi ja 40 % vanha lumi", "60,0% new, 40,0% old",
  ])
  func `shares of snow in one cell are read`(_ text: String) throws {
    var parts: [String: Double] = [:]
    for part in try #require(SnowText(text)).parts { parts[part.type] = part.share }
    #expect(parts == ["New snow": 60, "Old snow": 40])
  }

  @Test func `one type of snow is all of it, and other words are not read`() {
    #expect(SnowText("Altschnee")?.parts == [.init(type: "Old snow", share: 100)])
    #expect(SnowText("våt snö")?.parts == [.init(type: "Wet snow", share: 100)])
    for text in [
      "finkornig", "nysnö och gammal", "nysnö, gammal", "60 nysnö, nysnö 40", "60/40", "", "60% finkornig 40% gammal",
    ] {
      #expect(SnowText(text) == nil, "\(text)")
    }
  }

  private func imported(_ labels: String) throws -> (TestSession, CommandReport) {
    var fixture = try SkiFixture(files: [
      "t.csv": "Datum;2026-01-24\nPlats;Idre\n\(labels)\n\nSkidpar;Rank\n101;1\n102;2\n"
    ])
    let report = try fixture.does("ski import t.csv create=yes")
    return (try fixture.view("1"), report)
  }

  @Test(arguments: ["Snö;60% nysnö, 40% gammal", "Snötyp;ny 60 gammal 40", "Snow conditions;60 new 40 old"])
  func `a label of the snow has its shares or its temperature`(_ label: String) throws {
    let (test, report) = try imported(label + "\nSnötemp;-9")
    #expect(test.conditions.snowText == "new 60 old 40" && test.conditions.snowTemperature == -9, "\(report.warnings)")
    #expect(report.warnings.isEmpty, "\(report.warnings)")
    #expect(try imported("Snö;-9").0.conditions.snowTemperature == -9)
    #expect(try imported("Snow type;old").0.conditions.snowText == "old 100")
  }

  @Test func `snow in other words is kept in the comment and named`() throws {
    let (test, report) = try imported("Snö;finkornig, packad")
    #expect(test.comment == "snow: finkornig, packad" && test.conditions.snowText == nil)
    #expect(
      report.remarked.contains { $0.contains("line 3, column B: 'finkornig, packad' is kept") }, "\(report.remarked)")
  }

  @Test(arguments: ["Air temp;23F", "Air temp;23 °F", "Air temp (°F);23", "Air (F): 23", "Temperature [F];23"])
  func `a temperature in degrees Fahrenheit is converted`(_ label: String) throws {
    let (test, report) = try imported(label)
    #expect(test.conditions.air == -5, "\(report.warnings)")
    var fixture = try SkiFixture("ski session new Oslo number=1 at=2026-01-10 air=23F snow=20°F")
    #expect(try fixture.view("1").conditions.air == -5)
    #expect(try fixture.view("1").conditions.snowTemperature == -6.7)
    try fixture.refuses("ski session new Oslo air=90F", "bad-value", naming: "90F")
    try fixture.refuses("ski session new Oslo air=F", "bad-value")
  }
}
