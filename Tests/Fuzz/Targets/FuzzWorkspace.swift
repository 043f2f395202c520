import Glibc
import PodiumLearn
import PodiumPlugin

@testable import PodiumCore
@testable import PodiumStore

/// Workspaces: a file that podium wrote, changed by the input (`WorkspaceChanges`), opened, read and written.
struct FuzzWorkspace: FuzzTarget {
  let name = "workspace"

  func prepare() {
    FuzzCheck.that(WorkspaceSample.survey.values.count > 20, "a workspace was written")
    atexit { WorkspaceSample.removeFolder() }
  }

  func feed(_ bytes: [UInt8]) {
    guard let changes = WorkspaceChanges(bytes) else { return }
    guard let count = changes.write() else { return }
    let store = WorkspaceSample.open(WorkspaceSample.file)
    let survey = WorkspaceSurvey(store)
    if count == 1, changes.leavesChecksums {
      // One changed cell or byte is an error or makes no difference.
      for (name, text) in survey.values {
        let known = WorkspaceSample.survey.values[name]
        FuzzCheck.that(known == text, "\(name) is '\(known ?? "absent")' or an error, not '\(text)'")
      }
      FuzzCheck.that(
        !survey.errors.isEmpty || survey.values.count == WorkspaceSample.survey.values.count, "what is lost is an error"
      )
    }
    if changes.isWritten { WorkspaceWork(store, sets: survey.sets).run(backsUp: bytes.count % 4 == 0) }
    store.close()
    Plant.check(survey.texts)
  }
}

/// Everything that can be read of a workspace.
struct WorkspaceSurvey {
  /// What checksums cover, by name.
  var values: [String: String] = [:]
  var texts: [String] = []
  var sets: [ChangeSetID] = []
  var errors: [Diagnostic] = []

  init(_ store: Workspace) {
    note(Self.attempt { () throws(Diagnostic) in _ = try store.info() })
    note(
      Self.attempt { () throws(Diagnostic) in
        for kind in try store.kinds() { read(kind, in: store) }
      })
    note(
      Self.attempt { () throws(Diagnostic) in
        for entry in try store.datasets() {
          texts.append(entry.name)
          note(
            Self.attempt { () throws(Diagnostic) in
              guard let dataset = try store.dataset(entry.name) else { return }
              TablePromises.check(ImportedTable(dataset.table))
              values["table " + entry.name] =
                entry.summary + " " + dataset.source + " \(dataset.table.columns.map(\.values))"
            })
        }
      })
    note(
      Self.attempt { () throws(Diagnostic) in
        for entry in try store.models() {
          texts.append(entry.name)
          note(
            Self.attempt { () throws(Diagnostic) in
              let registry = FuzzSession.registry
              let model = try store.model(entry.name, learners: registry.learners, transformers: registry.transformers)
              values["model " + entry.name] = entry.summary + " \(model?.features ?? [])"
            })
        }
      })
    note(
      Self.attempt { () throws(Diagnostic) in
        for (job, result) in try store.results(WorkspaceSample.jobs) { values["result " + job] = "\(result.rows)" }
      })
    note(Self.attempt { () throws(Diagnostic) in read(try store.changes(kind: nil, record: nil, limit: 100)) })
    // A checked workspace may still be wrong in what no checksum covers.
    note(
      Self.attempt { () throws(Diagnostic) in
        for problem in try store.check() { errors.append(Diagnostic("workspace-damaged", problem)) }
      })
  }

  private mutating func read(_ changes: [Change]) {
    for (place, change) in changes.enumerated() {
      if !sets.contains(change.set) { sets.append(change.set) }
      texts += [change.command, change.by, change.kind]
      let before = change.before.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.fileText)" }
      values["change \(place)"] =
        "\(change.set.text) \(change.at) \(change.by) \(change.command) \(change.kind) \(change.record) "
        + "\(change.revision) \(change.action) \(before)"
    }
  }

  private mutating func read(_ kind: RecordKind, in store: Workspace) {
    let query = RecordQuery(kind.name)
    if kind.numbered != nil {
      note(
        Self.attempt { () throws(Diagnostic) in
          FuzzCheck.that(try store.nextNumber(of: kind.name) > 0, "numbers are positive")
        })
    }
    var records: [Record]?
    note(Self.attempt { () throws(Diagnostic) in records = try store.records(query) })
    for record in records ?? [] {
      var line = ["\(record.revision) \(record.created) \(record.changed)"]
      for field in kind.fields {
        let value = record[field.name]
        if case .text(let text) = value { texts.append(text) }
        if case .number(let number) = value { FuzzCheck.that(number.isFinite, "a number is finite") }
        FuzzCheck.that(
          value.isMissing ? !field.isRequired : field.kind.fitting(value) == value,
          "'\(field.name)' is \(field.kind.words), not \(value.fileText)")
        line.append(value.fileText)
      }
      values[kind.name + " " + record.id.text] = line.joined(separator: "|")
    }
    let fields = kind.fields.filter { $0.kind != .bytes }.map(\.name)
    for isCoded in [false, true] {
      var table: Table?
      note(
        Self.attempt { () throws(Diagnostic) in
          table = isCoded ? try store.coded(query, fields: fields) : try store.table(query, fields: fields)
        })
      FuzzCheck.that((table == nil) == (records == nil), "records and columns of '\(kind.name)' fail alike")
      guard let table, let records else { continue }
      FuzzCheck.that(table.rowCount == records.count, "a table has a row for each record")
      let rows = Dictionary(
        (try? store.table(query, fields: ["id"]))?.columns.first.map { ids in
          (0..<ids.count).map { (ids[$0].fileText, $0) }
        } ?? [], uniquingKeysWith: { first, _ in first })
      for record in records {
        guard let row = rows[record.id.text] else {
          FuzzCheck.that(false, "a record is in the table")
          continue
        }
        for field in fields {
          let cell = table[field]?[row] ?? .missing
          FuzzCheck.that(cell.fileText == record[field].fileText, "'\(field)' is the same in a record and a table")
        }
      }
    }
    note(
      Self.attempt { () throws(Diagnostic) in
        _ = try store.tables([TableRequest(query, fields: fields), TableRequest(query, fields: nil, coded: true)])
      })
    note(
      Self.attempt { () throws(Diagnostic) in
        let count = try store.count(query)
        if let records { FuzzCheck.that(count == records.count, "as many records are counted as read") }
      })
    note(Self.attempt { () throws(Diagnostic) in _ = try store.changes(kind: kind.name, record: nil, limit: 3) })
    for record in records?.prefix(2) ?? [] {
      note(
        Self.attempt { () throws(Diagnostic) in _ = try store.changes(kind: kind.name, record: record.id, limit: 100) })
    }
  }

  private mutating func note(_ error: Diagnostic?) {
    if let error { errors.append(error) }
  }

  private static func attempt(_ read: () throws(Diagnostic) -> Void) -> Diagnostic? {
    do throws(Diagnostic) {
      try read()
      return nil
    } catch {
      TablePromises.check(error)
      return error
    }
  }
}

/// Commands that write to a changed workspace: undoing, inserting, updating, merging, removing, erasing, and a backup.
struct WorkspaceWork {
  private let store: Workspace
  private let sets: [ChangeSetID]

  init(_ store: Workspace, sets: [ChangeSetID]) { (self.store, self.sets) = (store, sets) }

  func run(backsUp: Bool) {
    for set in sets.prefix(4) { command(keeps: false) { () throws(Diagnostic) in _ = try store.revert([set]) } }
    command(keeps: false) { () throws(Diagnostic) in _ = try store.revert(sets) }
    let stay = (try? store.records(RecordQuery("fuzz.stay"))) ?? []
    let places = (try? store.records(RecordQuery("fuzz.place"))) ?? []
    if let last = stay.last {
      command { () throws(Diagnostic) in
        _ = try store.update(
          last.id, of: "fuzz.stay", setting: ["note": .text("new"), "count": .integer(9)], revision: nil)
      }
      command { () throws(Diagnostic) in try store.remove(last.id, of: "fuzz.stay", revision: nil) }
    }
    if let first = stay.first {
      command { () throws(Diagnostic) in try store.erase(first.id, of: "fuzz.stay", words: ["lake"]) }
    }
    if let last = places.last {
      command { () throws(Diagnostic) in try store.remove(last.id, of: "fuzz.place", revision: nil) }
    }
    command { () throws(Diagnostic) in
      let number = try store.nextNumber(of: "fuzz.place")
      _ = try store.insert("fuzz.place", ["number": .text("\(number)"), "name": .text("new")])
    }
    command { () throws(Diagnostic) in try WorkspaceSample.merge(20...40, into: store) }
    command { () throws(Diagnostic) in try store.removeDataset("first") }
    command { () throws(Diagnostic) in
      try store.keep([WorkspaceSample.result("new")])
      _ = try store.removeResults()
    }
    guard backsUp else { return }
    let copy = WorkspaceSample.file + ".copy"
    do throws(Diagnostic) {
      try store.backUp(to: copy, shown: "copy")
      _ = try store.restore(from: copy, shown: "copy")
    } catch {
      TablePromises.check(error)
    }
  }

  private func command(keeps: Bool = true, _ body: () throws(Diagnostic) -> Void) {
    store.begin("fuzz")
    do throws(Diagnostic) {
      try body()
      if keeps { _ = try store.commit() } else { store.rollBack() }
    } catch {
      store.rollBack()
      TablePromises.check(error)
    }
  }
}
