internal import PodiumCore
internal import PodiumPlugin

/// Many records created by one merge, as one line of the log: their first and last names and their number.
///
/// Names increase, even across sessions (`WorkspaceDatabase.lock`), so the records of a run are those with a name
/// between them and its time of creation. One line each would double the time of an import and the size of its file.
struct LoggedRun {
  /// Minimum number of records; fewer are logged one by one, which every version of the layout reads.
  static let fewest = 16
  /// The log form of a run's creation: `record` is the first, `before` holds the rest.
  static let action = 4

  let last: String
  var count: Int

  init(last: String, count: Int) {
    self.last = last
    self.count = count
  }

  /// What a line stores besides the first name; nil for other lines.
  init?(logged text: String?) {
    guard let text, let json = try? JSONReader.value(text), let last = json["last"]?.string,
      let count = json["count"]?.integer, count > 0
    else { return nil }
    self.init(last: last, count: count)
  }

  var text: String { JSONValue.object([("last", .string(last)), ("count", .integer(count))]).text }
}

/// Records of one kind that were just created and are not in the log yet.
struct FreshRun {
  private(set) var names: [String] = []

  mutating func add(_ id: String) { names.append(id) }
}
