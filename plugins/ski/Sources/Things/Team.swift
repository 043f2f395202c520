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
  }
  .listed(
    ["name", "comment", "archived"], summary: "List the teams, or show one.",
    details: """
      One workspace holds the skis of one team, or of several that share a wax truck. An import refuses rows of a team \
      that is not in the workspace.
      """,
    examples: [
      Example("ski team", after: ["ski team add Sweden"], "all teams", prints: "Sweden"),
      Example("ski team Sweden", after: ["ski team add Sweden comment=\"World Cup\""], "one team", prints: "World Cup"),
      Example("ski team sweden", after: ["ski team add Sweden"], "case does not matter", prints: "Sweden"),
      Example("ski team Norway", after: ["ski team add Sweden"], "an unknown team", fails: "unknown-team"),
    ], seeAlso: ["ski team add", "ski waxer", "ski athlete"]
  )
  .usualActions("Sweden", "Norway")
}
