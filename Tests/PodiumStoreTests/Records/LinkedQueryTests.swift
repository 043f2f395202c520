import PodiumCore
import PodiumPlugin
import PodiumStore
import Testing

/// Pages by keyset, and conditions on records that others refer to.
@Suite struct LinkedQueryTests {
  private func day(_ number: Int) -> Value { .date(CalendarDate(days: 19_000 + number)) }

  /// Three teams; matches of the first two, some without goals.
  private func filled() throws -> (workspace: Workspace, teams: [String]) {
    let workspace = Club.workspace()
    var teams: [String] = []
    try workspace.command("fill") {
      for name in ["Ängby", "Berga", "Cranby"] {
        teams.append(try workspace.insert("club.team", ["name": .text(name)]).id.text)
      }
      for number in 0..<23 {
        var fields = ["day": day(number), "home": Value.text(teams[number % 2])]
        if number % 3 != 0 { fields["goals"] = .integer(number % 4) }
        _ = try workspace.insert("club.match", fields)
      }
    }
    return (workspace, teams)
  }

  private static let orders: [[(field: String, descending: Bool)]] = [
    [], [("goals", false)], [("goals", true)], [("home", true), ("goals", false)], [("goals", true), ("day", false)],
  ]

  @Test(arguments: orders.indices) func `pages by keyset show each record once, in the order of the whole`(
    _ number: Int
  ) throws {
    let order = LinkedQueryTests.orders[number]
    let (workspace, _) = try filled()
    let whole = try workspace.records(RecordQuery("club.match", order: order)).map(\.id)
    for size in [1, 4, 23] {
      var seen: [RecordID] = []
      var place: RecordQuery.Place?
      while true {
        let query = RecordQuery(
          "club.match", where: place.map { [.follows($0)] } ?? [], order: order, limit: size)
        let page = try workspace.records(query)
        guard let last = page.last else { break }
        seen += page.map(\.id)
        place = RecordQuery.Place(order, values: order.map { last[$0.field] }, id: last.id)
      }
      #expect(seen == whole, "pages of \(size)")
    }
  }

  @Test func `a record that comes in between moves no page`() throws {
    let (workspace, teams) = try filled()
    let order = [(field: "day", descending: false)]
    let first = try workspace.records(RecordQuery("club.match", order: order, limit: 5))
    let last = try #require(first.last)
    try workspace.command("add") {
      _ = try workspace.insert("club.match", ["day": day(-1), "home": .text(teams[2])])
    }
    let place = RecordQuery.Place(order, values: [last["day"]], id: last.id)
    let next = try workspace.records(RecordQuery("club.match", where: [.follows(place)], order: order, limit: 1))
    #expect(next.first?["day"] == day(5))
  }

  @Test func `conditions follow links there and back`() throws {
    let (workspace, teams) = try filled()
    let home = RecordQuery(
      "club.match", where: [.linked("home", to: "club.team", key: "id", [.equals("name", .text("Berga"))])])
    #expect(try workspace.count(home) == 11)
    #expect(try workspace.table(home, fields: ["home"]).rowCount == 11)
    let played = RecordQuery(
      "club.team", where: [.isLinked(key: "id", from: "club.match", field: "home", [.equals("goals", .integer(3))])],
      order: [("name", false)])
    #expect(try workspace.records(played).map { $0["name"].fileText } == ["Berga"])
    let none = RecordQuery("club.team", where: [.not(.isLinked(key: "id", from: "club.match", field: "home", []))])
    #expect(try workspace.records(none).map(\.id.text) == [teams[2]])
    // From a match to its team and back to another match of it.
    let both = RecordQuery(
      "club.match",
      where: [
        .linked(
          "home", to: "club.team", key: "id",
          [.isLinked(key: "id", from: "club.match", field: "home", [.equals("day", day(2))])])
      ])
    #expect(try workspace.count(both) == 12)
  }

  @Test func `what does not link is refused, and a kind without records has none`() throws {
    let (workspace, _) = try filled()
    func code(_ condition: RecordQuery.Condition, of kind: String) -> String? {
      failure { _ = try workspace.count(RecordQuery(kind, where: [condition])) }?.code
    }
    #expect(code(.linked("goals", to: "club.team", key: "id", []), of: "club.match") == "bad-query")
    #expect(code(.linked("none", to: "club.team", key: "id", []), of: "club.match") == "unknown-field")
    #expect(code(.linked("home", to: "club.team", key: "none", []), of: "club.match") == "unknown-field")
    #expect(
      code(.linked("home", to: "club.team", key: "id", [.equals("none", .text("a"))]), of: "club.match")
        == "unknown-field")
    #expect(code(.isLinked(key: "id", from: "club.none", field: "home", []), of: "club.team") == "unknown-kind")
    #expect(code(.isLinked(key: "id", from: "club.match", field: "day", []), of: "club.team") == "bad-query")
    let empty = Club.workspace()
    let none = RecordQuery("club.team", where: [.isLinked(key: "id", from: "club.match", field: "home", [])])
    #expect(try empty.count(none) == 0)
  }

  @Test func `a query knows the kinds it looks at`() {
    let query = RecordQuery(
      "club.match",
      where: [
        .not(
          .any([
            .linked("home", to: "club.team", key: "id", [.isLinked(key: "id", from: "other.kind", field: "team", [])])
          ]))
      ])
    #expect(query.kinds == ["club.match", "club.team", "other.kind"])
  }
}
