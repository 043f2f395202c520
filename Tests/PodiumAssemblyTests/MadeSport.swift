import PodiumCore
import PodiumPlugin
import PodiumRecords

/// A made sport: biathletes and how they shot, declared as the page on plugins says.
struct MadeSport: Plugin {
  let name = "biathlon"
  let version = "1"
  let summary = "Shooting of a made sport."

  func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(
      StoreMigration(
        1, "keep shootings",
        [
          .create(
            RecordKind(
              "biathlon.rifle",
              fields: [
                RecordField("name", .text, required: true), RecordField("maker", .text),
                RecordField("weight_kg", .number),
                RecordField("bought", .date), RecordField("barrels", .integer), RecordField("archived", .boolean),
              ], key: ["name"])),
          .create(
            RecordKind(
              "biathlon.shooting",
              fields: [
                RecordField("name", .text, required: true), RecordField("rifle", .text), RecordField("hits", .integer),
              ], key: ["name"])),
        ]))
    try Rifle.thing.register(into: &registry)
    try Shooting.thing.register(into: &registry)
    try TableImport(
      "biathlon",
      [
        Rifle.thing.table(sample: "Name;Hersteller;Gewicht (kg);Kaufdatum\nLN1;Made;3,5;1.10.2025\n"),
        Shooting.thing.table(sample: "shooting,hits\nS1,4\n"),
      ]
    ).register(into: &registry)
  }
}

/// A kind with five fields beside its name.
struct Rifle: Sendable {
  var name = ""
  var maker: String?
  var weight: Double?
  var bought: CalendarDate?
  var barrels: Int?
  var isArchived = false

  static let thing = Thing<Rifle>("biathlon.rifle", verb: "biathlon rifle", key: "name", blank: Rifle()) {
    Field(naming: "name", \.name)
    Field("maker", \.maker, .text(), help: "Maker.").headed("Hersteller", "tillverkare")
    Field("weight_kg", \.weight, .number(in: 1...9, unit: "kg"), key: "weight", help: "Weight.").headed(
      "Gewicht", "vikt")
    Field("bought", \.bought, .day, help: "Day on which it was bought.").headed("Kaufdatum", "köpt")
    Field("barrels", \.barrels, .integer(in: 1...4), help: "Number of barrels.")
    Field("archived", orBlank: \.isArchived)
  }
  .usualList(["name", "maker", "weight_kg", "bought"], "A")
  .usualActions("A", "B")
}

/// A kind that refers to another.
struct Shooting: Sendable {
  var name = ""

  static let thing = Thing<Shooting>(
    "biathlon.shooting", verb: "biathlon shooting", key: "name", blank: Shooting()
  ) {
    Field(naming: "name", \.name, rename: "name", .text(), help: "Another name.")
    Field("rifle", .link(to: Rifle.thing), role: "shooting", help: "Rifle that was used.")
    Field("hits", .integer(in: 0...20), help: "Targets that were hit.")
  }
  .usualList(["name", "rifle", "hits"], "S")
  .usualActions("S", "T", [.add, .show, .delete])
}
