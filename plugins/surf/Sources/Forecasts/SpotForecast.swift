internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What the stored issues say about hours at a spot: for each hour the newest issue that was known.
struct SpotForecast {
  /// An hour and the issue it comes from.
  struct Hour {
    let valid: Moment
    /// The issue of the model that was chosen, or of the first with values.
    let issued: Moment
    let model: String
    var values: [SeaVariable: Double]

    /// Hours from the issue; negative for hours before it, which are analysed and not forecast.
    var lead: Double { Double(valid.microseconds - issued.microseconds) / 3_600_000_000 }

    subscript(variable: SeaVariable) -> Double? { values[variable] }
  }

  /// In order of time.
  let hours: [Hour]
  /// The models whose values are shown, in the order in which they count.
  let models: [String]

  /// The hours from a moment on until another, by the newest issues known at `asOf`.
  ///
  /// An hour takes its values from the model that is asked for; what that lacks comes from the others in the order of
  /// their names.
  init(
    of spot: Int, model: String?, from: Moment, until: Moment, asOf: Moment, in store: any RecordStore
  ) throws(Diagnostic) {
    // An issue reaches some days ahead, so that those before `from` count too.
    let issues = try StoredIssue.all(
      of: spot, from: from.later(-StoredIssue.reach), through: min(asOf, until), known: asOf, in: store)
    self.init(issues, model: model, from: from, until: until)
  }

  /// The same of issues that have been read; the newest first.
  init(_ issues: [StoredIssue], model: String?, from: Moment, until: Moment) {
    var names: [String] = []
    for issue in issues where !names.contains(issue.model) { names.append(issue.model) }
    names.sort(by: CodePointOrder.precedes)
    if let model, let place = names.firstIndex(of: model) {
      names.remove(at: place)
      names.insert(model, at: 0)
    }
    var hours: [Moment: Hour] = [:]
    var used: Set<String> = []
    for name in names {
      // Of one model a later issue counts whole: its gaps are not filled from an earlier one.
      var chosen: [Moment: Moment] = [:]
      for issue in issues where issue.model == name {
        for row in issue.times.indices {
          let valid = issue.times[row]
          guard valid >= from, valid < until, chosen[valid] ?? issue.issued == issue.issued else { continue }
          var hour = hours[valid]
          var values: [SeaVariable: Double] = [:]
          for (variable, column) in issue.values where !column[row].isNaN && hour?.values[variable] == nil {
            values[variable] = column[row]
          }
          guard !values.isEmpty else { continue }
          chosen[valid] = issue.issued
          used.insert(name)
          if hour == nil { hour = Hour(valid: valid, issued: issue.issued, model: name, values: [:]) }
          hour?.values.merge(values) { kept, _ in kept }
          hours[valid] = hour
        }
      }
    }
    self.hours = hours.values.sorted { $0.valid < $1.valid }
    models = names.filter(used.contains)
  }
}
