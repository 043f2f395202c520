internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Imports a list of athletes, such as the FIS points list: code, names, gender, nation. Its columns change from year to year, so
/// headings are recognised or mapped; only these fields are stored.
struct AthleteImport {
  private let table: IncomingTable
  private var workspace: SkiWorkspace
  private let replaces: Bool

  init(_ table: IncomingTable, workspace: SkiWorkspace, replaces: Bool) {
    (self.table, self.workspace, self.replaces) = (table, workspace, replaces)
  }

  /// The words for a gender, in English and Swedish.
  static let genders = [
    "m": "M", "man": "M", "men": "M", "male": "M", "herr": "M", "herrar": "M", "f": "F", "w": "F", "l": "F", "k": "F",
    "d": "F", "woman": "F", "women": "F", "female": "F", "kvinna": "F", "dam": "F", "damer": "F",
  ]

  /// Checks all rows, then writes; an athlete is identified by FIS code, otherwise by both names.
  mutating func run() throws(Diagnostic) -> [Output] {
    let name = table.has("last_name") ? "last_name" : "owner"
    let (codes, last) = (table.texts("fis_code"), table.texts(name))
    let (first, genders, nations) = (table.texts("first_name"), table.texts("gender"), table.texts("nation"))
    var seen: Set<Int> = []
    var known = try workspace.athletes()
    var outcome = ImportOutcome("athletes of \(table.source)", [.read, .new, .changed, .same])
    for row in 0..<table.count {
      let what = table.place(row).text
      guard let cell = last[row] else {
        workspace.misfits.add(
          table.place(row, name), "the name is missing; the row was left out", code: "missing-key",
          help: "use map=last_name:HEADING to name its column")
        continue
      }
      var values: [String: Value] = [:]
      let words = first[row] == nil ? Athlete.words(cell.text) : (all: cell.text, fields: [:])
      let checked: String
      do throws(Diagnostic) {
        checked = try RecordName.checked(words.all.split(separator: ",").joined(separator: " "), "athlete")
        values = words.fields
        if let given = first[row] {
          values["first_name"] = .text(try RecordName.checked(given.text, "athlete"))
          values["last_name"] = .text(checked)
        }
      } catch {
        workspace.misfits.add(cell.place, error, "the row was left out")
        continue
      }
      if let cell = codes[row] {
        if let code = Int(cell.text), (1...99_999_999).contains(code) {
          guard seen.insert(code).inserted else {
            throw Diagnostic(
              "repeated-row", "\(cell.place.text): FIS code \(code) is repeated",
              help: "correct it: each code belongs to one athlete")
          }
          values["fis_code"] = .integer(code)
        } else {
          workspace.misfits.add(
            cell.place, "the FIS code must be a number, not \(Abridged.quoted(cell.text)); it was left unknown")
        }
      }
      if let cell = genders[row] {
        if let gender = Self.genders[cell.text.lowercased()] {
          values["gender"] = .text(gender)
        } else {
          workspace.misfits.add(
            cell.place, "the gender must be M or F, not \(Abridged.quoted(cell.text)); it was left unknown")
        }
      }
      values["nation"] = nations[row].map { .text($0.text) }
      let there = known.first { athlete in
        if case .integer(let code)? = values["fis_code"] {
          if athlete.fisCode == code { return true }
          if athlete.fisCode != nil { return false }
        }
        let full = [first[row]?.text, checked].compactMap { $0 }.joined(separator: " ")
        return athlete.name.lowercased() == full.lowercased()
      }
      guard let there else {
        known.append(try workspace.addAthlete(checked, values))
        outcome.new += 1
        continue
      }
      let record = try Athlete.thing.record(.text(there.number), in: workspace.store)
      // Missing values are filled; differences are reported, and the stored value stays unless replaced.
      let differing = values.filter { !record[$0.key].isMissing && record[$0.key] != $0.value }
      let filled = values.filter { record[$0.key].isMissing }
      for (field, value) in differing.sorted(by: { $0.key < $1.key }) {
        workspace.warn(ImportOutcome.difference(what, field, stored: record[field], given: value, replaces: replaces))
      }
      let setting = replaces ? values : filled
      if setting.contains(where: { record[$0.key] != $0.value }) {
        try workspace.store.update(record, setting)
        outcome.changed += 1
      } else {
        outcome.same += 1
      }
    }
    if outcome.new + outcome.changed + outcome.same == 0, let first = workspace.misfits.first { throw first }
    outcome.read = table.count
    return [.record(outcome.record)] + workspace.remarks
  }
}
