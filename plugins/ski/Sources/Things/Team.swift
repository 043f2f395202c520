internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A team whose skis are in the workspace.
struct Team: Sendable {
  var name = ""
  var isArchived = false

  static let thing = Thing<Team>(SkiKinds.team, verb: "ski team", key: "name", blank: Team()) {
    Field(naming: "name", \.name)
    Field("comment", .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
  }.listed(
    ["name", "comment", "archived"], summary: "List the teams, or show one.",
    details: """
      One workspace holds the skis of one team, or of several that share a wax truck. An import refuses rows of a team \
      that is not in the workspace.
      """,
    exampleLines: """
      all teams: ski team add Sweden; ski team -> Sweden
      one team: ski team add Sweden comment="World Cup"; ski team Sweden -> World Cup
      case does not matter: ski team add Sweden; ski team sweden -> Sweden
      an unknown team: ski team add Sweden; ski team Norway -> !unknown-team
      """, seeAlso: ["ski team add", "ski waxer", "ski athlete"]
  ).usualActions("Sweden", "Norway")
}
