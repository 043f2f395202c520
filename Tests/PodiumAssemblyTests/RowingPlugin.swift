public import PodiumCore
public import PodiumPlugin
internal import PodiumRecords

/// What is kept of a sport.
public struct RowingPlugin: Plugin {
  public let name = "rowing"
  public let version = "0.1.0"
  public let summary = "Items, and what is known of them."

  public init() {}

  /// Registers what the workspace keeps, the verbs of it and the import of tables.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(StoreMigration(1, "keep items", [.create(Item.kind)]))
    try Item.thing.register(into: &registry)
    try TableImport("rowing", [Item.thing.table(sample: "Name;Comment;Weight (kg)\nA;light;3.5\n")])
      .register(into: &registry)
  }
}

/// A kind of records with five fields: a new field is a property and a line in each of the two lists.
struct Item: Sendable {
  var name = ""
  var comment: String?
  var weight: Double?
  var bought: CalendarDate?
  var pieces: Int?
  var isArchived = false

  static let kind = RecordKind(
    "rowing.item",
    fields: [
      RecordField("name", .text, required: true), RecordField("comment", .text),
      RecordField("weight_kg", .number), RecordField("bought", .date),
      RecordField("pieces", .integer), RecordField("archived", .boolean),
    ], key: ["name"])

  static let thing = Thing<Item>("rowing.item", verb: "rowing item", key: "name", blank: Item()) {
    Field(naming: "name", \.name)
    Field("comment", \.comment, .text(), help: "Comment.")
    Field("weight_kg", \.weight, .number(in: 0...1000, unit: "kg"), key: "weight", help: "Weight.")
    Field("bought", \.bought, .day, help: "Day on which it was bought.")
    Field("pieces", \.pieces, .integer(in: 1...1000), help: "Number of pieces.")
    Field("archived", orBlank: \.isArchived)
  }
  .usualList(["name", "comment", "weight_kg", "bought"], "A")
  .usualActions("A", "B")
}
