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
  .listed(
    ["name", "maker", "weight_kg", "bought"], summary: "List the rifles, or show one.",
    examples: [
      Example("biathlon rifle", after: ["biathlon rifle add A"], "all rifles", prints: "1 rifle"),
      Example("biathlon rifle A", after: ["biathlon rifle add A maker=Made"], "one rifle", prints: "Made"),
      Example("biathlon rifle a", after: ["biathlon rifle add A"], "case does not matter", prints: "A"),
      Example("biathlon rifle X", "an unknown rifle", fails: "unknown-rifle"),
    ]
  )
  .actions([
    ThingAction(
      .add,
      examples: [
        Example("biathlon rifle add A maker=Made weight=3.5 bought=2025-10-01", "a new rifle", prints: "3.5"),
        Example("biathlon rifle add A weight=30", "too heavy", fails: "bad-value"),
      ]),
    action(.show, prints: "A"), action(.archive, prints: "archived"), action(.restore, prints: "archived"),
    action(.delete, prints: "removed"),
    ThingAction(
      .edit,
      examples: [
        Example("biathlon rifle edit A maker=Other", after: ["biathlon rifle add A"], "a change", prints: "Other"),
        Example(
          "biathlon rifle edit A clear=nothing", after: ["biathlon rifle add A"], "an odd key", fails: "unknown-key"),
      ]),
    ThingAction(
      .merge,
      examples: [
        Example(
          "biathlon rifle merge B A", after: ["biathlon rifle add A", "biathlon rifle add B maker=Made"], "a duplicate",
          prints: "is now"),
        Example("biathlon rifle merge A A", after: ["biathlon rifle add A"], "with itself", fails: "same-record"),
      ]),
  ])

  private static func action(_ name: ThingAction.Name, prints: String) -> ThingAction {
    ThingAction(
      name,
      examples: [
        Example("biathlon rifle \(name) A", after: ["biathlon rifle add A"], "a rifle", prints: prints),
        Example("biathlon rifle \(name) X", after: ["biathlon rifle add A"], "an unknown one", fails: "unknown-rifle"),
      ])
  }
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
