internal import PodiumCore
internal import PodiumPlugin

/// `ski simulate`: writes a made team as a bundle, with the truth behind it in a file apart.
struct SimulateCommand: Command {
  static let folder = Parameter<String>.required(
    "folder", allowed: "a folder that is not there yet", help: "The folder to write.", completion: .files)
  static let athletes = Parameter<Int>.int("athletes", in: 1...200, default: 4, help: "How many athletes.")
  static let pairs = Parameter<Int>.int("pairs", in: 2...200, default: 12, help: "Pairs of each athlete.")
  static let seasons = Parameter<Int>.int("seasons", in: 1...50, default: 2, help: "How many winters.")
  static let sessions = Parameter<Int>.int(
    "sessions", in: 1...1000, default: 40, help: "Sessions of a winter, over all athletes.")
  static let entries = Parameter<Int>.int("entries", in: 2...60, default: 8, help: "Pairs in a session.")
  static let glides = Parameter<Int>.int("glides", in: 1...20, default: 3, help: "Glides in a session for each pair.")
  static let seed = Parameter<Int?>.optionalInt(
    "seed", in: 0...1_000_000_000, help: "The seed; that of the session when left out.")

  /// What `ski simulate` takes.
  let signature = Signature(
    "ski simulate", topic: .plugins, summary: "Write a made team to practise with, and the truth behind it.",
    details: """
      A folder that ski import takes: athletes, pairs with camber, grindings, sessions with snow, participations and \
      glides, all made up; its README says so. truth_pairs.csv, truth_levels.csv and truth_sessions.csv hold what is \
      true of each pair, of each base and grinding, and of each pair on each day: ski import does not read them. The \
      same seed makes the same team.
      """,
    parameters: [
      folder.any, athletes.any, pairs.any, seasons.any, sessions.any, entries.any, glides.any, seed.any,
    ],
    examples: [
      Example("ski simulate team seed=1", "a small team", prints: "glides"),
      Example(
        "ski import team", after: ["quiet: ski simulate team seed=1"], "into the workspace", prints: "sessions"),
      Example("ski simulate team athletes=1 pairs=4 seasons=1 sessions=5", "a smaller one", prints: "5"),
      Example("ski simulate datasets", "a folder that is there", fails: "file-exists"),
    ], seeAlso: ["ski import", "ski recommend"])

  /// Files are written; the workspace is not touched.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var plan = MadeTeam.Plan()
    plan.athletes = call[SimulateCommand.athletes]
    plan.pairs = call[SimulateCommand.pairs]
    plan.seasons = call[SimulateCommand.seasons]
    plan.sessions = call[SimulateCommand.sessions]
    plan.entries = call[SimulateCommand.entries]
    plan.glidesPerEntry = call[SimulateCommand.glides]
    let size = plan.seasons * plan.sessions * plan.entries * plan.glidesPerEntry
    guard size <= 2_000_000 else {
      throw Diagnostic(
        "too-large", "the team would have \(size) glides", span: call.verbSpan, help: "2,000,000 are the most")
    }
    let typed = call[SimulateCommand.folder]
    let path = session.services.resolve(typed)
    let files = session.services.files
    let span = call.span(of: SimulateCommand.folder)
    guard files.kind(of: path) == .none else {
      throw Diagnostic("file-exists", "'\(typed)' is there already", span: span, help: "name a new folder")
    }
    let seed = call[SimulateCommand.seed].map { Seed(UInt64($0)) } ?? session.seed
    let team = MadeTeam(plan, seed: seed)
    let written = team.files(seed: seed)
    do throws(Diagnostic) {
      try files.makeFolder(path, shown: typed)
      for (name, text) in written {
        try session.cancellation.check()
        try files.write(Array(text.utf8), to: path + "/" + name, shown: typed + "/" + name, mode: .new)
      }
    } catch {
      throw error.at(span)
    }
    var record = RecordOutput("made team")
    record.add("folder", .text(typed))
    record.add("athletes", .integer(plan.athletes))
    record.add("ski_pairs", .integer(team.pairs.count))
    record.add("sessions", .integer(team.sessions.count))
    record.add("participations", .integer(team.sessions.reduce(0) { $0 + $1.entries.count }))
    record.add("glides", .integer(team.sessions.reduce(0) { $0 + $1.glides.count }))
    record.add("files", list: written.map { .text($0.name) })
    return [.record(record), .note("next: ski import \(Session.quoted(typed))")]
  }
}

extension MadeTeam {
  /// The files of the bundle, and the truth apart.
  func files(seed: Seed) -> [(name: String, text: String)] {
    var random = NormalSource(seed.derived("ski made camber").source())
    var participations = "session,serial_number,rank,tied\n"
    var glides = "session,number,winner,loser,difference_cm\n"
    var snow = "session,snow_type,percentage\n"
    var tests = "session,time_of_test,name_of_place,ski_type,air_temperature_c\n"
    var truth = "session,serial_number,value_cm\n"
    for (index, session) in sessions.enumerated() {
      // Names that no team of one's own has: a made session must never be taken for one of them.
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
    for pair in pairs {
      let owner = (0..<plan.athletes).first { MadeTeam.athlete($0) == pair.owner }.map { "M" + String($0 + 1) } ?? ""
      // Camber that tells a little of the pair: stiffer by temperature, so that there is something to find.
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
    for name in levels.keys.sorted(by: CodePointOrder.precedes) {
      trueLevels += ([name] + (levels[name] ?? []).map { NumberText.significant($0, 8) }).joined(separator: ",") + "\n"
    }
    var grindings = "grinding,meaning\n"
    for number in 0..<plan.grindings { grindings += "G\(number + 1),made\n" }
    let readme = """
      # A made team

      Everything here was made by `ski simulate` from the seed \(seed.value): no athlete, ski or test is real.
      The truth behind it lies in truth_pairs.csv, truth_levels.csv and truth_sessions.csv, in centimetres.
      A pair's value under conditions is the sum of its base's and grinding's rows over (1, degrees / 15, new, old, wet),
      its own effect and its slope times degrees / 15; on a day its form is added, and a glide adds its error.

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
  /// What a made session's glides showed.
  init(tests team: MadeTeam, _ number: Int) {
    let session = team.sessions[number]
    self.init(
      SkiTest(
        name: "", conditions: session.conditions,
        entries: session.entries.map { SkiTest.Entry(pair: $0, grinding: nil, rank: nil) }, glides: session.glides))
  }
}
