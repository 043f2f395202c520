internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension Competition: OwnRuled {
  static let thing = Thing<Competition>(
    FootballKinds.competition, verb: "football competition", key: "code", blank: Competition("")
  ) {
    Field(naming: "code", \.code)
    Field("name", \.name, .text(), help: "Full name.")
    Field("region", \.region, .text(), help: "Region.")
    Field("zone", \.zone, .zone, help: "Time zone of the kick-offs, as in Europe/Stockholm.")
    Field(
      "seasons", \.seasons, .choice, help: "Whether a season is a calendar year, or runs from July to June (winter).")
    Field("half", orBlank: \.clock.half, .halves, key: "halves", help: "Length of the match, as in 2x45 or 2x20.")
    Field(
      "stopped", orBlank: \.clock.isStopped, .choice("stopped", "running"), key: "clock",
      help: "stopped if the clock stops with the ball, as in futsal.")
    ruleFields
    Field("url", \.url, .address, help: "Address of the file with its matches.")
  }.actions(CompetitionCommand.actions, lister: "football competition")

  /// The stored competitions by their codes.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [String: Competition] {
    var found: [String: Competition] = [:]
    for var competition in try thing.items(in: store) {
      if !(1...60).contains(competition.clock.half) { competition.clock.half = ClockRules().half }
      competition.own.drop()
      competition.complete()
      found[competition.code] = competition
    }
    if found.isEmpty { return found }
    let years = Seasonal.everYear
    for var rules in try SomeSeasons.thing.items(in: store) {
      guard years.contains(rules.first), years.contains(rules.last), rules.first <= rules.last else { continue }
      rules.own.drop()
      found[rules.competition]?.set(rules.own, for: rules.first...rules.last)
    }
    return found
  }
}

/// The rules of the seasons of a competition that start in some years, as they are kept.
struct SomeSeasons: OwnRuled {
  var competition = ""
  var first = 0
  var last = 0
  var own = OwnRules()

  static let thing = Thing<SomeSeasons>(
    FootballKinds.rules, verb: "football competition", noun: "rules of some seasons", plural: "rules of some seasons",
    key: "first", blank: SomeSeasons()
  ) {
    Field("competition", \.competition, link: .competition("rules", isPart: true))
    Field("first", \.first)
    Field("last", \.last)
    ruleFields
  }
}

extension FieldForm where Content == String {
  /// A time zone.
  fileprivate static var zone: FieldForm {
    .read { (typed, span, work) throws(Diagnostic) in
      do throws(Diagnostic) { _ = try work.session.clock(in: typed) } catch { throw error.at(span) }
      return .text(typed)
    }
  }

  /// An address that 'football fetch' may read.
  fileprivate static var address: FieldForm {
    .read { (typed, span, work) throws(Diagnostic) in
      try work.session.checkKept(typed, "url", places: FootballFetchCommand.places, span: span)
      return .text(typed)
    }
  }
}

extension FieldForm where Content == Int {
  /// Minutes of a half as the length of the match: 2x45.
  fileprivate static var halves: FieldForm {
    .read { (typed, span, _) throws(Diagnostic) in
      let parts = typed.lowercased().split(separator: "x").map(String.init)
      guard parts.count == 2, parts[0] == "2", let half = Int(parts[1]), (5...60).contains(half) else {
        throw .badValue(
          "halves", typed.abridged, allowed: "2x45, 2x20 or another length from 5 to 60 minutes", span: span)
      }
      return .integer(half)
    }
  }
}
