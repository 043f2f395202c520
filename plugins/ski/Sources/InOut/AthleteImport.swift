internal import PodiumCore
internal import PodiumPlugin

/// Imports a list of athletes, such as the FIS points list: code, names, gender, nation.
///
/// Its columns change from year to year, so headings are recognised or mapped; only these fields are stored.
struct AthleteImport {
  private let table: TextTable
  private var workspace: SkiWorkspace
  private let replaces: Bool

  init(_ table: TextTable, workspace: SkiWorkspace, replaces: Bool) {
    (self.table, self.workspace, self.replaces) = (table, workspace, replaces)
  }

  /// Checks all rows, then writes; an athlete is identified by FIS code, otherwise by both names.
  mutating func run() throws(Diagnostic) -> [Output] {
    let (codes, last) = (table.texts("fis_code"), table.column("last_name") ?? table.texts("owner"))
    let (first, genders, nations) = (table.texts("first_name"), table.texts("gender"), table.texts("nation"))
    var seen: Set<Int> = []
    var known = try workspace.athletes()
    var (new, changed, same) = (0, 0, 0)
    for row in 0..<table.count {
      let what = table.place(row)
      guard let name = last[row] else {
        throw Diagnostic("missing-key", "\(what) has no name", help: "use map=last_name:HEADING to name its column")
      }
      var values: [String: Value] = [:]
      if let text = codes[row] {
        guard let code = Int(text), (1...99_999_999).contains(code) else {
          throw Diagnostic("bad-value", "\(what): the FIS code must be a number, not '\(text.prefix(40))'")
        }
        guard seen.insert(code).inserted else {
          throw Diagnostic(
            "repeated-row", "\(what): FIS code \(code) is repeated",
            help: "correct it: each code belongs to one athlete")
        }
        values["fis_code"] = .integer(code)
      }
      if let text = genders[row] {
        guard let gender = ["M": "M", "F": "F", "W": "F", "L": "F", "K": "F"][text.uppercased()] else {
          throw Diagnostic("bad-value", "\(what): the gender must be M or F, not '\(text.prefix(40))'")
        }
        values["gender"] = .text(gender)
      }
      let checked = try Terms.checked(name.split(separator: ",").joined(separator: " "), "athlete")
      if let given = first[row] {
        values["first_name"] = .text(try Terms.checked(given, "athlete"))
        values["last_name"] = .text(checked)
      }
      values["nation"] = nations[row].map(Value.text)
      let there = known.first { athlete in
        if case .integer(let code)? = values["fis_code"] {
          if athlete.fisCode == code { return true }
          if athlete.fisCode != nil { return false }
        }
        let full = [first[row], checked].compactMap { $0 }.joined(separator: " ")
        return athlete.name.lowercased() == full.lowercased()
      }
      guard let there else {
        known.append(try workspace.addAthlete(checked, values))
        new += 1
        continue
      }
      let record = try workspace.record(SkiKinds.athlete, "number", there.number)
      // Missing values are filled; differences are reported, and the stored value stays unless replaced.
      let differing = values.filter { !record[$0.key].isMissing && record[$0.key] != $0.value }
      let filled = values.filter { record[$0.key].isMissing }
      for (field, value) in differing.sorted(by: { $0.key < $1.key }) {
        workspace.warn(
          "\(what): \(field) is '\(record[field].fileText)' in the workspace and '\(value.fileText)' in the file"
            + (replaces ? "" : "; kept the workspace's value (replace=yes overwrites it)"))
      }
      let setting = replaces ? values : filled
      if setting.contains(where: { record[$0.key] != $0.value }) {
        _ = try workspace.store.update(record.id, of: SkiKinds.athlete, setting: setting, revision: record.revision)
        changed += 1
      } else {
        same += 1
      }
    }
    var record = RecordOutput("athletes of '\(table.name)'")
    record.add("read", .integer(table.count))
    record.add("new", .integer(new))
    record.add("changed", .integer(changed))
    record.add("same", .integer(same))
    return [.record(record)] + workspace.remarks
  }
}
