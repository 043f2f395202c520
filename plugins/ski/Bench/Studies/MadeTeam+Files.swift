public import PodiumCore

@testable internal import SkiModel

extension MadeTeam {
  /// The files of the bundle, and the true values in separate files; throws `interrupted`.
  public func files(
    seed: Seed, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> [(name: String, text: String)] {
    var random = NormalSource(seed.derived("ski made camber").source())
    var participations = "session,serial_number,rank,tied\n"
    var glides = "session,number,winner,loser,difference_cm\n"
    var snow = "session,snow_type,percentage\n"
    var tests = "session,time_of_test,name_of_place,ski_type,air_temperature_c\n"
    var truth = "session,serial_number,value_cm\n"
    for (index, session) in sessions.enumerated() {
      try cancellation.check()
      // Names that no real team has: a simulated session must never be mistaken for a real one.
      let number = "M" + String(index + 1)
      let day = CalendarDate(days: MadeTeam.firstDay + 365 * session.season + session.day)
      let type = session.entries.first.map { pairs[$0].type } ?? ""
      tests += "\(number),\(day)T08:00:00Z,Made place,\(type),\(NumberText.shortest(session.conditions.air))\n"
      let shares = [
        ("New snow", session.conditions.new), ("Old snow", session.conditions.old),
        ("Wet snow", session.conditions.wet),
      ]
      for (name, share) in shares where share > 0 {
        snow += "\(number),\(name),\(NumberText.shortest((100 * share).rounded()))\n"
      }
      let observed = ObservedOrder(tests: self, index).ranks
      for (place, pair) in session.entries.enumerated() {
        let rank = observed[place].map { NumberText.shortest($0) } ?? ""
        let isTied = observed.count { $0 == observed[place] } > 1
        participations += "\(number),\(pairs[pair].serial),\(rank),\(isTied)\n"
        truth += "\(number),\(pairs[pair].serial),\(NumberText.significant(session.truth[place], 8))\n"
      }
      for (place, glide) in session.glides.enumerated() {
        let (w, l) = (pairs[session.entries[glide.winner]].serial, pairs[session.entries[glide.loser]].serial)
        glides += "\(number),\(place + 1),\(w),\(l),\(NumberText.shortest(glide.difference))\n"
      }
    }
    var athletes = "number,first_name,last_name\n"
    for athlete in 0..<plan.athletes { athletes += "M\(athlete + 1),Made,\(MadeTeam.athlete(athlete))\n" }
    var things =
      "serial_number,owner,ski_type,ski_base,weight_for_measure_kg,height_half_weight_mm,height_full_weight_mm\n"
    var moments = "serial_number,grinding,date\n"
    var truePairs = "serial_number,effect_cm,slope_cm_per_15_degrees\n"
    for (number, pair) in pairs.enumerated() {
      try cancellation.check()
      let owner = "M" + String(number / max(1, plan.pairs) + 1)
      // Camber that depends a little on the pair, stiffer with temperature, so that there is an effect to find.
      let half = 1.2 + 0.03 * pair.effect + 0.1 * random.next()
      let full = 0.25 + 0.02 * pair.slope + 0.04 * random.next()
      things += "\(pair.serial),\(owner),\(pair.type),\(pair.base),75,"
      things +=
        "\(NumberText.fixed(max(0.3, half), 2)),\(NumberText.fixed(min(0.25 + max(0.05, full), max(0.3, half) - 0.02), 2))\n"
      truePairs += "\(pair.serial),\(NumberText.significant(pair.effect, 8)),\(NumberText.significant(pair.slope, 8))\n"
      for (season, name) in pair.grindings {
        moments += "\(pair.serial),\(name),\(CalendarDate(days: MadeTeam.firstDay + 365 * season - 30))T08:00:00Z\n"
      }
    }
    var trueLevels = "level,constant,per_15_degrees,new,old,wet\n"
    for name in levels.keys.inCodePointOrder() {
      trueLevels += ([name] + (levels[name] ?? []).map { NumberText.significant($0, 8) }).joined(separator: ",") + "\n"
    }
    var grindings = "grinding,meaning\n"
    for number in 0..<plan.grindings { grindings += "G\(number + 1),made\n" }
    let readme = """
      # A simulated team

      Everything here was made by `ski-bench simulate` from the seed \(seed.value): no athlete, ski or test is real.
      The true values are in truth_pairs.csv, truth_levels.csv and truth_sessions.csv, in centimetres.
      A pair's value in given conditions is the sum of its base's and grinding's rows over (1, degrees / 15, new, old, wet),
      its own effect and its slope times degrees / 15; each day adds the pair's form, and each glide an error.

      """
    return [
      ("README.md", readme), ("athletes.csv", athletes), ("grindings.csv", grindings), ("ski_pairs.csv", things),
      ("grinding_moments.csv", moments), ("sessions.csv", tests), ("snow.csv", snow),
      ("participations.csv", participations), ("glides.csv", glides), ("truth_pairs.csv", truePairs),
      ("truth_levels.csv", trueLevels), ("truth_sessions.csv", truth),
    ]
  }

  /// The first of November 2010, in days.
  private static let firstDay = 14_914
}

extension ObservedOrder {
  /// The result of a simulated session's glides.
  init(tests team: MadeTeam, _ number: Int) {
    let session = team.sessions[number]
    self.init(
      SkiTest(
        name: "", conditions: session.conditions,
        entries: session.entries.map { SkiTest.Entry(pair: $0, grinding: nil, rank: nil) }, glides: session.glides))
  }
}
