extension Skeleton {
  /// A sport that keeps records, as a plugin of podium's own: one kind, from whose declaration everything else comes.
  static let sport: [(String, String)] = [
    (
      "sport/README.md",
      """
      # TITLE

      The same in the program itself, for a sport that keeps records. `Item` is a kind of records, declared once: `NAME item` lists,
      `NAME item add|show|edit|archive|restore|delete|merge` changes, `NAME import FILE` reads tables; help, Tab, JSON and the tests
      follow.

      1. Copy `Sources` and `Tests` to `plugins/TITLE` in lower case, in a checkout of podium.
      2. Add `Plugin(sport: "TITLE")` to `plugins` in `Package.swift`.
      3. Add `internal import TITLEPlugin` and `TITLEPlugin()` to `Sources/PodiumAssembly/Assembly.swift`.
      4. `./test --filter TITLEPluginTests` runs every example and tries the kind, from an empty list to a record that was deleted and
         brought back.

      """
    ),
    (
      "sport/Sources/TITLEPlugin.swift",
      #"""
      public import PodiumCore
      public import PodiumPlugin
      internal import PodiumRecords

      /// What is kept of a sport.
      public struct TITLEPlugin: Plugin {
        public let name = "NAME"
        public let version = "0.1.0"
        public let summary = "Items, and what is known of them."

        public init() {}

        /// Registers what the workspace keeps, the verbs of it and the import of tables.
        public func register(into registry: inout Registry) throws(Diagnostic) {
          try registry.add(StoreMigration(1, "keep items", [.create(Item.kind)]))
          try Item.thing.register(into: &registry)
          try TableImport("NAME", [Item.thing.table(sample: "Name;Comment;Weight (kg)\nA;light;3.5\n")])
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
          "NAME.item",
          fields: [
            RecordField("name", .text, required: true), RecordField("comment", .text),
            RecordField("weight_kg", .number), RecordField("bought", .date),
            RecordField("pieces", .integer), RecordField("archived", .boolean),
          ], key: ["name"])

        static let thing = Thing<Item>("NAME.item", verb: "NAME item", key: "name", blank: Item()) {
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

      """#
    ),
    (
      "sport/Tests/ConformanceTests.swift",
      #"""
      import PodiumAssembly
      import PodiumConformance
      import PodiumTestKit
      import Testing

      /// The requirements on every plugin.
      struct ConformanceTests {
        static let suite = PluginConformance("NAME") {
          try Assembly.session(folder: Checkout.root, datasets: [])
        }

        @Test(arguments: PluginConformance.Check.allCases)
        func `the plugin conforms`(_ check: PluginConformance.Check) {
          for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
        }
      }

      """#
    ),
  ]
}
