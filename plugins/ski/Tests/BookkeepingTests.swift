import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import SkiModel
import Testing

@testable import SkiPlugin

/// Adding, editing, merging, archiving and finding records.
struct BookkeepingTests {
  @Test func `a term that another podium added meanwhile is used and not reported as new`() throws {
    let fixture = try SkiFixture("ski pair add 017")
    let store = try fixture.session.store()
    // Both read the terms before the first adds its own.
    var (first, second) = (Terms(store), Terms(store))
    try first.read([.brand, .snow])
    try second.read([.brand, .snow])
    #expect(try first.word(.brand, "Madshus") == "Madshus")
    #expect(try second.word(.brand, "Madshus") == "Madshus")
    #expect(first.notes == ["added brand 'Madshus'"] && second.notes.isEmpty)
    #expect(try first.standardSnow("New snow") == "New snow")
    #expect(try second.standardSnow("New snow") == "New snow")
    var terms = Terms(store)
    try terms.read([.brand, .snow])
    #expect(terms.known == [.brand: ["Madshus"], .snow: ["New snow"]])
  }

  @Test func `a day is typed as people write it, wherever one is typed`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001", "ski waxer add LN", "ski waxer add UN", "ski session new Idre at=2026-01-01")
    try fixture.does("ski session edit 1 at=24/1/2026")
    #expect(try fixture.view("1").time == Moment(iso: "2026-01-24T00:00:00Z"))
    try fixture.does("ski session edit 1 at=\"24.1.2026 08:30\"")
    #expect(try fixture.view("1").time == Moment(iso: "2026-01-24T08:30:00Z"))
    try fixture.does("ski conditions 1 at=9.15 air=-3")
    let weather = try fixture.session.store().records(RecordQuery(SkiKinds.condition))
    #expect(weather.first?["moment"] == Moment(iso: "2026-01-24T09:15:00Z").map(Value.datetime))
    for line in [
      "ski grind 001 A on=24.1.2026", "ski treat 001 wax HF8 on=\"24/1 2026\"", "ski pair edit 001 acquired=24/1/2026",
      "ski cover LN away=20.1.2026..27.1.2026 by=UN",
    ] {
      try fixture.does(line)
    }
    try fixture.refuses("ski session edit 1 at=3/4/2026", "ambiguous-date", naming: "2026-04-03", "2026-03-04")
  }

  @Test(arguments: ["last=\"von Berg\"", "last=\"von Berg\" first=Ada", "first=\"Ada von\""])
  func `a name is not said twice where its last name is given too`(_ keys: String) throws {
    let fixture = try SkiFixture("ski athlete add \"Ada von Berg\" " + keys)
    #expect(try Athlete.thing.items(in: fixture.session.store()).map(\.name) == ["Ada von Berg"])
  }

  @Test(arguments: [
    ("von Berg", "Maja von Berg"), ("Maja", "Maja von Berg"), ("lindström hägg", "Anna Karin Lindström Hägg"),
    ("Lindstrom", "Anna Karin Lindström Hägg"), ("A Hagg", "Anna Karin Lindström Hägg"), ("oberg", "Åsa Öberg"),
    ("O\u{308}BERG", "Åsa Öberg"), ("asa", "Åsa Öberg"), ("obrien", "Seán O'Brien"), ("O’Brien", "Seán O'Brien"),
    ("sean o'brien", "Seán O'Brien"), ("Lars Erik Arlig", "Lars-Erik Ärlig"), ("Aerlig", "Tor Ærlig"),
    ("Ek, Bo", "Bo Ek"), ("Ek Bo", "Bo Ek"),
  ])
  func `an athlete is found by any part of the name, as another keyboard types it`(_ typed: String, _ name: String)
    throws
  {
    var fixture = try SkiFixture()
    for name in [
      "Bo Ek", "Maja von Berg", "Ada Berg", "Åsa Öberg", "Seán O'Brien", "Anna Karin Lindström Hägg", "Lars-Erik Ärlig",
      "Tor Ærlig",
    ] { try fixture.does("ski athlete add \"\(name)\"") }
    let athletes = try Athlete.thing.items(in: fixture.session.store())
    #expect(Athlete.thing.hits(typed, among: athletes).map(\.name) == [name])
    // A new pair of that owner adds no one.
    try fixture.does("ski pair add 017 owner=\"\(typed)\"")
    #expect(try Athlete.thing.items(in: fixture.session.store()).count == athletes.count)
    #expect(athletes.contains { $0.lastName == "von Berg" && $0.firstName == "Maja" })
  }

  @Test func `accents tell names apart where both are known`() throws {
    var fixture = try SkiFixture("ski athlete add \"Bo Öst\"", "ski athlete add \"Bo Ost\"")
    let athletes = try Athlete.thing.items(in: fixture.session.store())
    #expect(Athlete.thing.hits("ost", among: athletes).map(\.number) == ["2"])
    #expect(Athlete.thing.hits("öst", among: athletes).map(\.number) == ["1"])
    try fixture.refuses(
      "ski pair add 017 owner=Bo", "ambiguous-athlete", naming: "Bo Öst (number 1)", "Bo Ost (number 2)",
      "write: ski pair add 017 owner=")
    // What is removed is named as it is written.
    try fixture.does("ski athlete delete Ost")
    try fixture.refuses("ski athlete delete Ost", "part-of-name")
  }

  @Test func `an athlete is forgotten by a full name alone, and the same line typed twice forgets one`() throws {
    var fixture = try SkiFixture("ski athlete add \"Ada Berg\"", "ski athlete add \"Bo Bergström\"")
    try fixture.does("ski forget Berg yes=yes")
    try fixture.refuses("ski forget Berg yes=yes", "part-of-name", naming: "ski forget 2")
    try fixture.refuses("ski forget bergstrom yes=yes", "part-of-name")
    try fixture.does("ski forget 2 yes=yes")
  }

  @Test func `a place typed without its accents is the known one`() throws {
    var fixture = try SkiFixture("ski session new Gällivare")
    #expect(try fixture.does("ski session new gallivare").remarked.contains { $0.contains("as 'Gällivare'") })
  }

  @Test(arguments: [
    ("ski conditions last air=-3", "missing-argument"), ("ski conditions last comment=icy", "missing-argument"),
    ("ski cover LN from=2026-01-01", "missing-argument"), ("ski cover LN by=UN", "missing-argument"),
    ("ski cover end=yes", "missing-argument"), ("ski glide last margin=14", "missing-argument"),
    ("ski rank last rater=Ann", "missing-argument"), ("ski term edit base Black counts-as=new", "unexpected-key"),
    ("ski term edit place Falun latitude=3", "bad-value"), ("ski athlete edit Nilsson clear=first,last", "bad-name"),
    ("ski pair edit 017 owner=99", "unknown-athlete"), ("ski pair add 2 2", "taken-key"),
    ("ski pair edit 017 serial=\"\"", "bad-name"), ("ski cover away=2026-01-20..2026-01-27", "missing-argument"),
    ("ski cover LN Nilsson end=yes from=2026-01-01", "unexpected-key"), ("ski rank last add=yes", "unexpected-key"),
    ("ski rank last part=kick", "unexpected-key"), ("ski rank last 017 rater=Ann part=kick add=yes", "unexpected-key"),
    ("ski glide last remove=1 margin=3", "unexpected-key"),
    ("ski glide last 017 beats 018 remove=1", "unexpected-argument"),
    ("ski grind 017 C on=2026-01-10 remove=yes comment=x", "unexpected-key"),
  ])
  func `what would be dropped or lost is refused`(_ line: String, _ code: String) throws {
    var fixture = try SkiFixture(
      "ski waxer add LN", "ski waxer add UN", "ski term add base Black", "ski pair add 017 owner=\"Anna Nilsson\"",
      "ski session new Falun at=2026-01-24T09:00+01:00")
    try fixture.refuses(line, code)
  }

  @Test func `a number may have its unit after it`() throws {
    var fixture = try SkiFixture("ski pair add 017 018", "ski pair edit 017 half=6,3mm full=1.2mm weight=70kg")
    #expect(try fixture.does("ski pair 017").record["height_half_weight_mm"] == "6.3")
    let shown = try fixture.does("ski session new Falun number=1 air=-5,5°C snow=-7C new=50% old=50% humidity=80%")
      .record
    #expect(
      shown["air_temperature_c"] == "-5.5" && shown["snow_temperature_c"] == "-7" && shown["humidity_pct"] == "80")
    try fixture.does("ski add 1 017 018")
    for (margin, centimetres) in [("140mm", "14"), ("1,5m", "150"), ("14cm", "14"), ("14", "14")] {
      #expect(try fixture.does("ski glide 1 017 beats 018 margin=\(margin)").record["difference_cm"] == centimetres)
    }
    for line in ["ski session edit 1 air=5%", "ski session edit 1 air=°C", "ski glide 1 017 beats 018 margin=14km"] {
      try fixture.refuses(line, "bad-value")
    }
  }

  @Test func `a camber that rises under more weight is named, typed or in a file`() throws {
    let pairs = "serial_number,height_half_weight_mm,height_full_weight_mm\n017,1.2,6.3\n018,6.3,1.2\n"
    var fixture = try SkiFixture(files: ["b/ski_pairs.csv": pairs])
    func isNamed(_ report: CommandReport) -> Bool { report.warnings.contains { $0.contains("were the two swapped?") } }
    let imported = try fixture.does("ski import b")
    #expect(imported.warnings.count == 1 && isNamed(imported))
    #expect(isNamed(try fixture.does("ski pair add 019 half=1 full=2")))
    #expect(isNamed(try fixture.does("ski pair edit 018 half=1")))
    #expect(!isNamed(try fixture.does("ski pair edit 017 half=7")))
  }

  @Test func `last never falls through to another session`() throws {
    var fixture = try SkiFixture("ski session new Falun", "ski session new Åre")
    try fixture.does("ski session delete last")
    try fixture.refuses("ski session edit last air=-3", "unknown-session")
    try fixture.refuses("ski session delete last", "unknown-session")
    try fixture.does("ski session new Sälen")
    #expect(try fixture.does("ski session edit last air=-3").record["air_temperature_c"] == "-3")
  }

  @Test func `an archived team does not hide another one of its beginning`() throws {
    var fixture = try SkiFixture(
      "ski team add \"Sweden A\"", "ski team add \"Sweden B\"", "ski team archive \"Sweden A\"")
    #expect(try fixture.does("ski team swe").record["name"] == "Sweden B")
  }

  @Test func `a pair stores what was entered and derives the rest`() throws {
    var fixture = try SkiFixture(
      "ski pair add 4711017 type=Klister base=White brand=Fischer owner=\"Anna Nilsson\" nickname=Raketen tags=race,soft "
        + "acquired=2025-10-01 weight=70 full=1,2 half-left=6.2 half-right=6.4 pushdown=85")
    let shown = try fixture.does("ski pair raketen").record
    #expect(shown["owner"] == "Anna Nilsson" && shown["tags"] == "race soft" && shown["acquired"] == "2025-10-01")
    #expect(abs((Double(shown["height_half_weight_mm"] ?? "") ?? 0) - 6.3) < 1e-9 && shown["entered_by"] == "test")
    // Half of 70 kg divided by 5.1 mm.
    #expect(abs((Double(shown["stiffness_n_per_mm"] ?? "") ?? 0) - 35 * 9.80665 / 5.1) < 1e-9)
    let edited = try fixture.does("ski pair edit 017 nickname=\"\" clear=full,tags")
    #expect(edited.error == nil)
    let after = try fixture.does("ski pair 017").record
    #expect(
      after["nickname"] == nil && after["tags"] == nil && after["height_full_weight_mm"] == nil
        && after["changed_by"] == "test")
  }

  @Test func `a new term is added with a note, and a typo of a known one is refused`() throws {
    var fixture = try SkiFixture()
    #expect(try fixture.does("ski pair add 001 base=White").remarked == ["added ski base 'White'"])
    #expect(try fixture.does("ski pair add 002 base=white").remarked == [])
    #expect(try fixture.does("ski pair 002").record["ski_base"] == "White")
    try fixture.refuses("ski pair add 003 base=Whyte", "unknown-base", naming: "'White'", "ski term add base Whyte")
    try fixture.does("ski grind 001 C1 on=2026-01-01")
    try fixture.does("ski grind 001 C2 on=2026-01-02")
  }

  @Test func `a new serial number and a merge move all records of the pair`() throws {
    var fixture = try SkiFixture(
      "ski pair add 4711071 type=Skate", "ski pair add 4711017 nickname=Raketen", "ski pair add 006",
      "ski grind 4711071 A on=2026-01-01", "ski treat 4711071 structure m3 on=2026-01-02",
      "ski session new Falun at=2026-01-10", "ski rank 1 4711071 006 add=yes", "ski glide 1 4711071 beats 006 margin=9",
      "ski rank 1 006 4711071 rater=UN")
    try fixture.does("ski pair merge 4711071 4711017")
    let session = try fixture.view("1")
    #expect(session.participations.map(\.serialNumber) == ["006", "4711017"])
    #expect(session.glides[0].winner == "4711017" && session.participations[1].grinding == "A")
    #expect(try fixture.does("ski pair 4711017").record["ski_type"] == "Skate")
    #expect(try fixture.does("ski pair 4711017 grinds").column("what") == ["grinding", "structure"])
    try fixture.refuses("ski pair 4711071", "unknown-pair")
    try fixture.does("ski pair edit 4711017 serial=4711018")
    #expect(try fixture.view("1").glides[0].winner == "4711018")
    try fixture.refuses("ski pair merge 4711018 006", "merge-conflict", naming: "against each other")
    try fixture.does("undo")
    #expect(try fixture.view("1").glides[0].winner == "4711017")
  }

  @Test func `two pairs of one session cannot be merged`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001", "ski pair add 002", "ski session new Falun at=2026-01-10", "ski add 1 001 002")
    try fixture.refuses("ski pair merge 001 002", "merge-conflict")
  }

  @Test func `terms are renamed and merged wherever they are used`() throws {
    var fixture = try SkiFixture.thesis("ski pair edit 001 tags=race,soft", "ski pair edit 002 tags=soft")
    #expect(try fixture.does("ski term rename type Klister Klistra").record["changed_records"] == "14")
    #expect(try fixture.does("ski sessions type=Klistra").table?.rowCount == 6)
    try fixture.refuses("ski term rename base White Black", "taken-key", naming: "ski term merge base White Black")
    try fixture.does("ski term merge base White Black")
    #expect(try fixture.does("ski pairs base=Black").table?.rowCount == 24)
    try fixture.does("ski term merge tag soft race")
    #expect(try fixture.does("ski pair 001").record["tags"] == "race")
    try fixture.does("ski term archive grinding D")
    try fixture.does("undo")
    #expect(try fixture.does("ski term grinding").column("used_by") == ["6", "6", "6", "6"])
  }

  @Test func `undo reverts any entry, and the audit says who did what`() throws {
    var fixture = try SkiFixture.thesis()
    let before = try fixture.kept()
    try fixture.does("ski move 1 004 2")
    let audit = try fixture.does("ski audit session 1 limit=3")
    #expect(audit.column("command") == ["ski move 1 004 2", "ski move 1 004 2", "ski move 1 004 2"])
    #expect(audit.column("by") == ["test", "test", "test"])
    #expect(Set(audit.column("before")) == ["rank=2", "rank=3", "rank=4"])
    try fixture.does("undo")
    #expect(try fixture.kept() == before)
  }

  @Test func `a substitute covers the athletes of an absent waxer, on those days only`() throws {
    var fixture = try SkiFixture(
      "ski waxer add LN", "ski waxer add UN", "ski pair add 001 owner=\"Anna Nilsson\"",
      "ski pair add 002 owner=\"Per Berg\"",
      "ski cover LN Nilsson", "ski cover UN Berg until=2026-01-25", "ski cover LN away=2026-01-20..2026-01-27 by=UN")
    func athletes(_ line: String) throws -> [String] { try fixture.does(line).column("athlete") }
    #expect(try athletes("ski cover LN day=2026-01-19") == ["Anna Nilsson"])
    #expect(try athletes("ski cover LN day=2026-01-20") == [])
    #expect(try athletes("ski cover UN day=2026-01-20") == ["Per Berg", "Anna Nilsson"])
    #expect(try athletes("ski cover UN day=2026-01-27") == ["Anna Nilsson"])
    #expect(try athletes("ski cover UN day=2026-01-28") == [])
    #expect(
      try fixture.does("ski cover LN day=2026-01-22").remarked == [
        "'LN' is away from 2026-01-20 until 2026-01-27; 'UN' substitutes"
      ])
    try fixture.refuses("ski waxer delete LN", "record-in-use")
    try fixture.does("ski cover LN Nilsson end=yes")
    #expect(try athletes("ski cover LN day=2026-02-01") == [])
  }

  @Test func `athletes are found by name, initial, code and number, and two with one name are listed`() throws {
    var fixture = try SkiFixture(
      "ski athlete add \"Anna Maria Nilsson\" fis=3505000", "ski athlete add \"Per Nilsson\"",
      "ski athlete add \"Eva Berg\"")
    for text in ["3505000", "\"Anna Maria Nilsson\"", "\"A. Nilsson\"", "\"Nilsson, Anna Maria\"", "1", "anna"] {
      #expect(try fixture.does("ski athlete \(text)").record["number"] == "1", "\(text)")
    }
    try fixture.refuses(
      "ski athlete nilsson", "ambiguous-athlete", naming: "Anna Maria Nilsson", "Per Nilsson",
      "write: ski athlete 1")
    try fixture.refuses("ski athlete Berk", "unknown-athlete", naming: "Berg")
    try fixture.does("ski pair add 001 owner=Berg")
    try fixture.does("ski athlete merge Berg \"Per Nilsson\"")
    #expect(try fixture.does("ski pair 001").record["owner"] == "Per Nilsson")
  }

  @Test func `sessions are filtered by waxer, pair, athlete, place, weather, snow and winter`() throws {
    var fixture = try SkiFixture.thesis(
      "ski waxer add LN", "ski session edit 3 waxer=LN place=Falun", "ski athlete add \"Anna Nilsson\"",
      "ski pair edit 009 owner=Nilsson")
    func sessions(_ keys: String) throws -> [String] { try fixture.does("ski sessions \(keys)").column("session") }
    #expect(try sessions("waxer=LN") == ["3"])
    #expect(try sessions("place=Falun") == ["3"])
    #expect(try sessions("with=001,002 air=-5") == ["5", "4"])
    #expect(try sessions("with=001,009") == [])
    #expect(try sessions("athlete=Nilsson") == ["8", "7", "6"])
    #expect(try sessions("air=..-10 mostly=new") == ["3", "2"])
    #expect(try sessions("season=2017-18 since=2018-04-01") == ["14", "13"])
    #expect(try sessions("season=2018") == [])
    #expect(try sessions("limit=2") == ["14", "13"])
    try fixture.does("ski session archive 14")
    #expect(try sessions("limit=1") == ["13"])
    try fixture.refuses("ski sessions season=2017-19", "bad-value")
    #expect(try sessions("from=1.4.2018 to=\"30/6 2018\"") == ["13"])
    try fixture.refuses("ski sessions from=1/4/2018", "ambiguous-date", naming: "2018-04-01", "2018-01-04")
    try fixture.refuses("ski sessions air=5..-5", "bad-value")
  }

  @Test func `the latest grinding counts and removes treatments by hand`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001", "ski grind 001 A on=2026-01-01", "ski treat 001 structure m3 on=2026-01-02",
      "ski treat 001 wax LF6 on=2026-01-03 until=2026-01-04", "ski grind 001 B on=2026-01-10",
      "ski session new Falun at=2026-01-10", "ski add 1 001", "ski session new Falun at=2026-01-11", "ski add 2 001")
    #expect(try fixture.view("1").participations[0].grinding == "A")
    #expect(try fixture.view("2").participations[0].grinding == "B")
    #expect(
      try fixture.does("ski pair 001 grinds").column("until") == [
        "", "2026-01-10T00:00:00Z", "2026-01-04T00:00:00Z", "",
      ])
  }

  @Test func `serial numbers, sessions and athletes are completed`() throws {
    let fixture = try SkiFixture(
      "ski pair add 4711017 nickname=Raketen", "ski pair add 4711006", "ski athlete add \"Anna Nilsson\"",
      "ski athlete add \"Ada von Berg\" last=\"von Berg\"", "ski session new Falun number=12")
    func offered(_ line: String) -> [String] {
      Completer(fixture.session.session).completions(of: line, at: line.unicodeScalars.count)?.candidates.map(\.text)
        ?? []
    }
    #expect(offered("ski pair 47") == ["4711006", "4711017"])
    #expect(offered("ski pair ed") == ["edit"])
    #expect(offered("ski rank 1") == ["12"])
    #expect(offered("ski add 12 4711006 47") == ["4711017"])
    #expect(offered("ski pairs athlete=N") == ["Nilsson"])
    #expect(offered("ski session new Falun place=F") == ["Falun"])
    // By the first name, and by a later word of the last one.
    #expect(offered("ski pairs athlete=an") == ["Nilsson"])
    #expect(offered("ski pairs athlete=Be") == ["\"von Berg\""])
    #expect(offered("ski pairs athlete=\"be") == ["\"von Berg\""])
    #expect(offered("ski pairs athlete=erg") == [])
  }

  @Test func `Tab offers full names where a last name is shared, and plain letters for accents`() throws {
    let fixture = try SkiFixture(
      "ski athlete add \"Ada Berg\"", "ski athlete add \"Bo Berg\"", "ski athlete add \"Åsa Öberg\"")
    func offered(_ line: String) -> [String] {
      Completer(fixture.session.session).completions(of: line, at: line.unicodeScalars.count)?.candidates.map(\.text)
        ?? []
    }
    #expect(Set(offered("ski pairs athlete=be")) == ["\"Ada Berg\"", "\"Bo Berg\""])
    #expect(offered("ski pairs athlete=bo") == ["\"Bo Berg\""])
    #expect(offered("ski pairs athlete=ob") == ["Öberg"] && offered("ski pairs athlete=as") == ["Öberg"])
  }

  @Test func `help ski lists every command under a heading`() throws {
    let registry = try SkiFixture().session.registry
    let grouped = SkiPlugin().guide.groups.flatMap(\.verbs)
    #expect(Set(grouped).count == grouped.count)
    for name in registry.commands.keys where name.hasPrefix("ski ") {
      let words = name.split(separator: " ").map(String.init)
      let isPart = words.count > 2 && registry.commands[words[0] + " " + words[1]] != nil
      #expect(grouped.contains(isPart ? words[1] : String(name.dropFirst(4))), "\(name)")
    }
  }

  @Test func `pairs without an owner are listed, and a margin may have its unit apart`() throws {
    var fixture = try SkiFixture.thesis("ski pair add 4711 owner=\"Anna Nilsson\"")
    #expect(try fixture.does("ski pairs owner=nobody").column("serial_number").count == 24)
    try fixture.does("ski glide 1 001 beats 002 margin=14 cm")
    try fixture.does("ski glide 1 001 beats 003 margin=1,5 m")
    try fixture.does("ski glide 1 change=1 margin=12 cm")
    #expect(try fixture.view("1").glides.map(\.difference) == [12, 150])
  }
}
