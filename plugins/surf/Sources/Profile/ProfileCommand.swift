internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf profile`: a person's units, zone, home spots and wishes for notices.
struct ProfileCommand: Command {
  static let height = unit("height", ["ft", "m"], help: "Unit of heights on screen and as typed.")
  static let wind = unit("wind", ["kn", "km/h", "m/s", "mph"], help: "Unit of wind speeds on screen and as typed.")
  static let temperature = unit("temperature", ["C", "F"], help: "Unit of temperatures on screen and as typed.")
  static let zone = Parameter<String?>.text("zone", help: "Your time zone, as in America/Los_Angeles.")
  static let home = Parameter<[String]?>.list("home", help: "Spots of preferences that name none; none for none.")
  static let quiet = Parameter<String?>.text(
    "quiet", help: "Hours without notices, as in quiet=22:00..06:00, by your zone or the spot's; none for none.")
  static let lead = Parameter<String?>.text(
    "lead", help: "Days ahead that surf check searches by default, from 0 to 16; none for none.")
  static let notices = Parameter<String?>.text(
    "notices", help: "Maximum number of notices a day, from 0 to 100; none for no maximum.")
  static let person = Parameter<String?>.text(
    "person", help: "Whose profile; by default yours.", completion: People.completion)

  private static func unit(_ name: String, _ words: [String], help: String) -> Parameter<String?> {
    .choice(name, words, aliases: SurfUnit.aliases(of: words), help: help)
  }

  let signature = Signature(
    "surf profile", topic: .plugins, summary: "Show or set your units, home spots and notices.",
    details: """
      A number typed with a unit (4ft, 12kn, 60F) is in that unit, and one without is in the unit of the profile. \
      Tables, files and JSON are always in SI units.
      """,
    parameters: [
      height.any, wind.any, temperature.any, zone.any, home.any, quiet.any, lead.any, notices.any, person.any,
    ],
    examples: SurfSamples.examples(
      """
      your profile: surf profile -> units as stored
      other units: surf profile height=ft wind=kn temperature=F -> ft
      a home spot, and few notices: spot; surf profile home=ramp quiet=22:00..06:00 lead=3 notices=2 -> 22:00..06:00
      not a span of time: surf profile quiet=late -> !bad-value
      """), seeAlso: ["surf forecast", "surf spots"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let person = try People.new(call, ProfileCommand.person, in: store)
    var profile = try SurfProfile(of: person, in: store)
    let before = profile
    for (parameter, quantity) in [
      (ProfileCommand.height, SurfUnit.Quantity.length), (ProfileCommand.wind, .speed),
      (ProfileCommand.temperature, .temperature),
    ] {
      if let unit = call[parameter].flatMap({ SurfUnit($0) }) { profile.units[quantity] = unit }
    }
    if let zone = call[ProfileCommand.zone] {
      do throws(Diagnostic) { _ = try session.spotClock(zone) } catch {
        throw error.at(call.span(of: ProfileCommand.zone))
      }
      profile.zone = zone
    }
    let finder = try SpotFinder(in: store)
    if let home = call[ProfileCommand.home] {
      profile.home = []
      for word in home where home != ["none"] {
        profile.home.append(try finder.one(word, span: call.span(of: ProfileCommand.home)).number)
      }
    }
    if let text = call[ProfileCommand.quiet] {
      profile.quiet = DayTimes(typed: text)
      guard profile.quiet != nil || text == "none" else {
        throw .badValue(
          "quiet", text, allowed: "two times of day, as in 22:00..06:00, or none",
          span: call.span(of: ProfileCommand.quiet))
      }
    }
    profile.lead = try ProfileCommand.number(call, ProfileCommand.lead, in: 0...16, of: "days", else: profile.lead)
    profile.notices = try ProfileCommand.number(
      call, ProfileCommand.notices, in: 0...100, of: "notices", else: profile.notices)
    // A profile that is only shown must be someone's.
    if profile == before, call[ProfileCommand.person] != nil {
      _ = try People.one(person, in: store, span: call.span(of: ProfileCommand.person))
    }
    if profile != before { try profile.store(in: store, cancellation: session.cancellation) }
    return [ProfileCommand.record(profile, finder.spots)]
  }

  /// A typed whole number; none takes the setting away.
  private static func number(
    _ call: Call, _ parameter: Parameter<String?>, in range: ClosedRange<Int>, of things: String, else old: Int?
  ) throws(Diagnostic) -> Int? {
    guard let typed = call[parameter] else { return old }
    if typed == "none" { return nil }
    guard let number = Int(typed), range.contains(number) else {
      throw .badValue(
        parameter.name, typed,
        allowed: "a whole number of \(things) from \(range.lowerBound) to \(range.upperBound), or none",
        span: call.span(of: parameter))
    }
    return number
  }

  private static func record(_ profile: SurfProfile, _ spots: [Spot]) -> Output {
    var record = RecordOutput("profile of \(profile.person)" + (profile.units.isEmpty ? ": units as stored" : ""))
    record.add("person", .text(profile.person))
    for (name, quantity) in SurfProfile.quantities {
      record.add(name, profile.unit(of: quantity).map { .text($0.name) } ?? .missing)
    }
    record.add("zone", profile.zone.map(Value.text) ?? .missing)
    record.add(
      "home", list: profile.home.compactMap { number in spots.first { $0.number == number } }.map { .text($0.name) })
    record.add("quiet", profile.quiet.map { .text($0.text) } ?? .missing)
    record.add("lead", profile.lead.map(Value.integer) ?? .missing)
    record.add("notices", profile.notices.map(Value.integer) ?? .missing)
    return .record(record)
  }
}
