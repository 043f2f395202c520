internal import PodiumCore
internal import PodiumPlugin

/// Many records that one merge made, as one line of the log: the first and last of their names and how many there are.
///
/// Names rise, from session to session too (`WorkspaceDatabase.lock`), so what a run made is what has a name between them and its
/// moment of making. A line of its own for each would cost an import as much again as the records do, and the file half of its size.
struct LoggedRun {
  /// How many records; fewer are logged one by one, which every version of the layout reads.
  static let fewest = 16
  /// How the log writes the making of a run: the record is the first, `before` holds the rest.
  static let action = 4

  let last: String
  var count: Int

  init(last: String, count: Int) {
    self.last = last
    self.count = count
  }

  /// What a line says beside the first name; nil for anything else.
  init?(logged text: String?) {
    guard let text, let json = try? JSONReader.value(text), let last = json["last"]?.string,
      let count = json["count"]?.integer
    else { return nil }
    self.init(last: last, count: count)
  }

  var text: String { JSONValue.object([("last", .string(last)), ("count", .integer(count))]).text }
}

/// Records of one kind that were just made and are not in the log yet.
struct FreshRun {
  private(set) var names: [String] = []

  mutating func add(_ id: String) { names.append(id) }
}
