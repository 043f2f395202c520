import Glibc
import PodiumLearn
import PodiumPlugin
import Synchronization

@testable import PodiumCore
@testable import PodiumStore

/// A workspace with records of two kinds, their changes, saved tables, a model and results.
enum WorkspaceSample {
  static let place = RecordKind(
    "fuzz.place",
    fields: [RecordField("number", .text, required: true), RecordField("name", .text), RecordField("day", .date)],
    key: ["number"], label: "place {number} {name}", numbered: "number")
  static let stay = RecordKind(
    "fuzz.stay",
    fields: [
      RecordField("day", .date, required: true), RecordField("place", .reference("fuzz.place"), required: true),
      RecordField("note", .text), RecordField("count", .integer), RecordField("size", .number),
      RecordField("done", .boolean), RecordField("start", .datetime), RecordField("packed", .bytes),
    ], key: ["day", "place"], indexes: [["count"]])
  static let jobs = ["one", "two"]

  /// Where the files of all inputs are: in memory.
  private static let folder: String = {
    // The fuzzer ends without calling anything after a finding, so `.ci/fuzz` removes its room.
    let room = getenv("PODIUM_FUZZ_ROOM").map { String(cString: $0) } ?? "/dev/shm"
    var pattern = Array((room + "/podium-fuzz-XXXXXX").utf8CString)
    FuzzCheck.that(mkdtemp(&pattern) != nil, "a folder can be made")
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  static var file: String { folder + "/w.sqlite" }

  static func removeFolder() {
    removeFiles()
    rmdir(folder)
  }

  /// Removes everything that an input left, such as a backup before a migration.
  static func removeFiles() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(folder + "/" + name)
    }
  }

  static func open(_ file: String) -> Workspace {
    let clock = Mutex(1_700_000_000_000_000)
    return Workspace(
      file: file, author: "fuzz",
      migrations: StoreMigrations([
        "fuzz": [StoreMigration(1, "keep places and stays", [.create(place), .create(stay)])]
      ]),
      clock: {
        Moment(
          microseconds: clock.withLock {
            $0 += 1_000_000
            return $0
          })
      })
  }

  /// The bytes of the file.
  static let bytes: [UInt8] = {
    do throws(Diagnostic) {
      let store = open(file)
      try fill(store)
      FuzzCheck.that(try store.check() == [], "nothing is wrong with the sample")
      store.close()
      let connection = try Connection(file, patience: 5)
      _ = try connection.text("PRAGMA journal_mode = DELETE")
      try connection.vacuum()
      connection.close()
      return try read()
    } catch {
      FuzzCheck.that(false, "a workspace can be written: " + error.message)
      return []
    }
  }()

  /// What is read of it unchanged.
  static let survey: WorkspaceSurvey = {
    FuzzCheck.that(write(bytes), "the sample can be written")
    let survey = WorkspaceSurvey(open(file))
    FuzzCheck.that(survey.errors.isEmpty, "the sample reads back: \(survey.errors.map(\.message))")
    return survey
  }()

  static func write(_ bytes: [UInt8]) -> Bool {
    removeFiles()
    let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
  }

  private static func read() throws(Diagnostic) -> [UInt8] {
    let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Diagnostic("unreadable-file", "the sample cannot be read") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: WorkspaceFile.size(file))
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw Diagnostic("unreadable-file", "the sample cannot be read") }
    return bytes
  }

  static func result(_ job: String) -> EvaluationResult {
    EvaluationResult(
      jobID: job, repeatIndex: 0, fold: 1, rows: [1, 2], outcome: .predicted(.numbers([0.5, -1])), seconds: 0.25)
  }

  static func merge(_ numbers: ClosedRange<Int>, into store: Workspace) throws(Diagnostic) {
    let table = try Table([
      Column("number", .text(numbers.map { "\($0)" })), Column("name", .text(numbers.map { "lake \($0)" })),
    ])
    _ = try store.merge(table, into: place.name, rule: .update, cancellation: Cancellation())
  }

  private static func fill(_ store: Workspace) throws(Diagnostic) {
    func command(_ text: String, _ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
      store.begin(text)
      try body()
      _ = try store.commit()
    }
    var ids: [RecordID] = []
    // Sixteen at least are one line of the log.
    try command("places") { () throws(Diagnostic) in
      try merge(1...18, into: store)
      ids = try store.records(RecordQuery(place.name, order: [("number", false)])).map(\.id)
    }
    for (number, id) in ids.prefix(4).enumerated() {
      try command("stay \(number)") { () throws(Diagnostic) in
        _ = try store.insert(
          stay.name,
          [
            "day": .date(CalendarDate(days: 19_000 + number)), "place": .text(id.text), "note": .text("by the lake"),
            "count": .integer(number), "size": .number(0.5 * Double(number)), "done": .boolean(number % 2 == 0),
            "start": .datetime(Moment(microseconds: number * 1_000_000)), "packed": .bytes([1, 2, UInt8(number)]),
          ])
      }
    }
    let stays = try store.records(RecordQuery(stay.name)).map(\.id)
    try command("change") { () throws(Diagnostic) in
      _ = try store.update(stays[0], of: stay.name, setting: ["note": .text("later"), "size": .missing], revision: nil)
      _ = try store.update(ids[0], of: place.name, setting: ["day": .date(CalendarDate(days: 3))], revision: nil)
    }
    try command("remove") { () throws(Diagnostic) in
      try store.remove(stays[1], of: stay.name, revision: nil)
      try store.remove(ids[17], of: place.name, revision: nil)
    }
    try command("save") { () throws(Diagnostic) in
      var dataset = Dataset(name: "first", source: "t.csv", table: FuzzSample.table)
      try store.save(dataset, replacing: false)
      dataset.recipe = Recipe([RecipeStep("scale", columns: ["x"])])
      dataset.table = try FuzzSample.table.selecting(columns: ["x", "c"])
      try store.save(dataset, replacing: true)
    }
    try command("model") { () throws(Diagnostic) in
      let registry = FuzzSession.registry
      let table = try Table([
        Column("x", .number((0..<8).map { Double($0) })),
        Column("y", .category(Categorical((0..<8).map { $0 < 4 ? "a" : "b" })), role: .target),
      ])
      let model = try FittedModel.fit(
        try registry.learners.require("tree").spec(), to: try LearningTask(table: table, target: "y"),
        recipe: Recipe([]), learners: registry.learners, transformers: registry.transformers, seed: Seed(1),
        version: "1", cancellation: Cancellation())
      try store.save(model, as: "tree", replacing: false)
    }
    try store.keep(jobs.map(result))
  }
}
