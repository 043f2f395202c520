import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Final tables and group stages as they were published, row by row; only their figures are here.
struct PublishedTableTests: CommandSuite {
  private static let cases: [(file: String, lines: [String], table: String, rows: [String])] = [
    (
      "football-data/B1_2003-04.csv", [], "B1 2003-04",
      [
        "Anderlecht|81|25|77|27", "Club Brugge|72|22|77|31", "Standard|65|18|68|31", "Genk|59|17|58|40",
        "Mouscron|59|15|64|42", "Westerlo|52|14|51|45", "Germinal|44|11|34|40", "Louvieroise|44|10|45|46",
        "Gent|40|8|33|34", "Lokeren|39|10|45|54", "Lierse|39|8|33|40", "Beveren|38|11|45|58", "St Truiden|38|9|36|50",
        "Cercle Brugge|35|7|28|52", "Charleroi|33|8|35|47", "Bergen|33|7|29|52", "Heusden Zolder|28|7|36|68",
        "Antwerp|27|7|30|67",
      ]
    ),
    (
      "football-data/N1_2010-11.csv", ["football adjust N1 2010-11 \"NAC Breda\" -1 reason=licence"], "N1 2010-11",
      [
        "Ajax|73|22|72|30", "Twente|71|21|65|34", "PSV Eindhoven|69|20|79|34", "AZ Alkmaar|59|17|55|44",
        "Groningen|57|17|65|52", "Roda|55|14|65|50", "Den Haag|54|16|63|55", "Heracles|49|14|65|56",
        "Utrecht|47|13|55|51",
        "Feyenoord|44|12|53|54", "Nijmegen|43|10|57|56", "Heerenveen|41|10|60|54", "NAC Breda|40|12|44|60",
        "Graafschap|38|9|31|56",
      ]
    ),
    (
      "football-data-new/FIN.csv", [], "FIN 2023",
      [
        "HJK|53|15", "KuPS|53|16", "VPS|49|15", "SJK|42|12", "Honka|41|12", "Inter Turku|35|10", "AC Oulu|38|11",
      ]
    ),
    (
      "football-data-new/FIN.csv", [], "FIN 2019",
      [
        "KuPS|53", "Inter Turku|48", "Honka|47", "Ilves|47", "HJK|37", "Mariehamn|32", "HIFK|39", "Lahti|36", "SJK|30",
        "Rovaniemi|30", "KPV Kokkola|25", "VPS|19",
      ]
    ),
    (
      "football.json/2018-19_at.1.json", [], "AUT 2018-19",
      [
        "RB Salzburg|52|25|79|27", "LASK|40|18|59|31", "Wolfsberger AC|31|12|47|47", "Austria Wien|27|12|45|48",
        "Sturm Graz|24|10|37|40", "SKN St. Pölten|21|9|32|50",
      ]
    ),
    (
      "football.json/2019-20_fr.1.json", [], "F1 2019-20",
      [
        "Paris Saint-Germain|68", "Olympique Marseille|56", "Stade Rennais|50", "Lille OSC|49", "OGC Nice|41",
        "Stade de Reims|41", "Olympique Lyonnais|40", "Montpellier HSC|40", "AS Monaco|40", "RC Strasbourg|38",
        "Angers SCO|39", "Girondins Bordeaux|37", "FC Nantes|37", "Stade Brestois 29|34", "FC Metz|34",
        "Dijon FCO|30", "AS Saint-Étienne|30", "Nîmes Olympique|27", "Amiens SC|23", "Toulouse FC|13",
      ]
    ),
    (
      "football.json/2011-12_uefa.cl.json", ["football import football.json/2011-12_uefa.cl.json competition=UCL"],
      "UCL 2011-12 group=G",
      [
        "APOEL Nikosia (CYP)|9|2|6|6", "Zenit St. Petersburg (RUS)|9|2|7|5", "FC Porto (POR)|8|2|7|7",
        "Shakhtar Donetsk (UKR)|5|1|6|8",
      ]
    ),
    (
      "football.json/2011-12_uefa.cl.json", ["football import football.json/2011-12_uefa.cl.json competition=UCL"],
      "UCL 2011-12 group=D",
      [
        "Real Madrid (ESP)|18|6|19|2", "Olympique Lyonnais (FRA)|8|2|9|7", "AFC Ajax (NED)|8|2|6|6",
        "Dinamo Zagreb (CRO)|0|0|3|22",
      ]
    ),
  ]

  @Test(.enabled(if: Reference.goldenIsThere, Reference.absent), arguments: cases.indices)
  func `a table equals the published one`(_ number: Int) throws {
    let one = Self.cases[number]
    var session = try Assembly.session(folder: Checkout.shared("data/football"), datasets: [])
    let first = one.lines.contains { $0.hasPrefix("football import") } ? [] : ["football import \(one.file)"]
    let table = try TableRun.last(first + one.lines + ["football table \(one.table)"], in: &session)
    let names = ["team", "points", "won", "goals_for", "goals_against"]
    let found = (0..<min(table.rowCount, one.rows.count)).map { row in
      names.prefix(one.rows[0].split(separator: "|").count).map { table[$0]?[row].fileText ?? "" }
        .joined(separator: "|")
    }
    #expect(found == one.rows)
  }

  @Test(.enabled(if: Reference.goldenIsThere, Reference.absent))
  func `the groups of a World Cup equal those of its own file`() throws {
    var session = try Assembly.session(folder: Checkout.shared("data/football"), datasets: [])
    let table = try TableRun.last(
      ["football import worldcup.json/2018_worldcup.json competition=WC", "football table WC 2018"], in: &session)
    let published = try JSONReader.value(Reference.data("worldcup.json/2018_standings.json").bytes(of: ""))
    var row = 0
    for group in published["groups"]?.array ?? [] {
      for standing in group["standings"]?.array ?? [] {
        let expected = [
          group["name"]?.string, standing["team"]?["name"]?.string ?? standing["team"]?.string,
          standing["pts"]?.text, standing["goals_for"]?.text, standing["goals_against"]?.text,
        ]
        let found = ["group", "team", "points", "goals_for", "goals_against"].map { table[$0]?[row].fileText }
        #expect(found == expected)
        row += 1
      }
    }
    #expect(row == 32)
  }

  /// The European Championship of 1996: the day in June, the teams, the goals.
  private static let euro = """
    A: 8 England-Switzerland 1-1, 10 Netherlands-Scotland 0-0, 13 Switzerland-Netherlands 0-2, 15 Scotland-England 0-2, \
    18 Scotland-Switzerland 1-0, 18 Netherlands-England 1-4
    B: 9 Spain-Bulgaria 1-1, 10 Romania-France 0-1, 13 Bulgaria-Romania 1-0, 15 France-Spain 1-1, 18 France-Bulgaria 3-1, \
    18 Romania-Spain 1-2
    C: 9 Germany-Czechia 2-0, 11 Italy-Russia 2-1, 14 Czechia-Italy 2-1, 16 Russia-Germany 0-3, 19 Russia-Czechia 3-3, \
    19 Italy-Germany 0-0
    D: 9 Denmark-Portugal 1-1, 11 Turkey-Croatia 0-1, 14 Portugal-Turkey 1-0, 16 Denmark-Croatia 0-3, \
    19 Croatia-Portugal 0-3, 19 Denmark-Turkey 3-0
    """

  @Test func `the European Championship of 1996 is read whole, and level teams are in the order of their own matches`()
    throws
  {
    var text = "= Euro 1996\n\n"
    for line in Self.euro.split(separator: "\n") {
      text += "▪ Group \(line.prefix(1))\n"
      for match in line.dropFirst(3).split(separator: ",") {
        let words = match.split(separator: " ")
        let teams = words[1].split(separator: "-")
        text += "June \(words[0])  @ London      \(teams[0])      \(words[2]) \(teams[1])\n"
      }
      text += "\n"
    }
    text += """
      ▪ Quarter-finals
      June 22 @ London
        England          0-0 Spain           (aet, 4-2 pen)
        France           0-0 Netherlands     (aet, 5-4 pen)
      June 23 @ London
        Germany          2-1 Croatia
        Portugal         0-1 Czechia

      ▪ Semi-finals
      June 26 @ London
        France           0-0 Czechia   (aet, 5-6 pen)
        England          1-1 Germany   (aet, 5-6 pen)

      ▪ Final
      June 30 @ London
        Germany          2-1 Czechia   (aet/gg)
          (Bierhoff 73',95'; Berger 59'(pen))
      """
    var session = try session(["e.txt": text])
    let read = try report("football import e.txt competition=EURO", in: &session)
    #expect(record(read)["new"] == "31" && record(read)["refused"] == "0")
    let table = try output(report("football table EURO 1996", in: &session)).table
    #expect(
      rows(table, "team", "points", "goals_for", "goals_against") == [
        "England|7|7|2", "Netherlands|4|3|4", "Scotland|4|1|2", "Switzerland|1|1|4", "France|7|5|2", "Spain|5|4|3",
        "Bulgaria|4|3|4", "Romania|0|1|4", "Germany|7|5|0", "Czechia|4|5|6", "Italy|4|3|3", "Russia|1|4|8",
        "Portugal|7|5|1", "Croatia|6|4|3", "Denmark|4|4|4", "Turkey|0|0|5",
      ])
    let bracket = try output(report("football bracket EURO 1996", in: &session)).table
    #expect(
      rows(bracket, "winner", "decided_by").suffix(3) == [
        "Czechia|penalties", "Germany|penalties", "Germany|extra time",
      ])
  }
}
