import PodiumCore
import PodiumPlugin
import PodiumRecords

/// A made place where people shoot: all that a kind of five fields takes, with its verbs, help, Tab, JSON and import.
struct MadeRange: Sendable {
  var name = ""
  var comment: String?
  var lanes: Int?
  var altitude: Double?
  var opened: CalendarDate?
  var isArchived = false

  static let migration = StoreMigration(
    1, "keep ranges",
    [
      .create(
        RecordKind(
          "ranges.range",
          fields: [
            RecordField("name", .text, required: true), RecordField("comment", .text), RecordField("lanes", .integer),
            RecordField("altitude_m", .number), RecordField("opened", .date), RecordField("archived", .boolean),
          ], key: ["name"]))
    ])
  static let thing = Thing<MadeRange>("ranges.range", verb: "ranges range", key: "name", blank: MadeRange()) {
    Field(naming: "name", \.name)
    Field("comment", \.comment, .text(), help: "Remark.").headed("Ort")
    Field("lanes", \.lanes, .integer(in: 1...60), help: "Number of lanes.").headed("Bahnen")
    Field("altitude_m", \.altitude, .number(in: -400...9000, unit: "m"), key: "altitude", help: "Altitude.").headed(
      "Höhe")
    Field("opened", \.opened, .day, help: "Day on which it was opened.").headed("Eröffnet")
    Field("archived", orBlank: \.isArchived)
  }
  .usualList(["name", "lanes", "altitude_m"], "A")
  .usualActions("A", "B")
  static let tables = TableImport(
    "ranges", [thing.table(sample: "Name;Ort;Bahnen;Höhe (m);Eröffnet\nA;Ruhpolding;30;728,5;13.1.1979\n")])
}
