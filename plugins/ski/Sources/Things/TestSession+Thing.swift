internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

extension TestSession {
  static let thing = Thing<TestSession>(
    SkiKinds.session, verb: "ski session", key: "session", blank: TestSession(number: "")
  ) {
    Field(naming: "session", \.number)
    Field("time_of_test", \.time)
    Field("utc_offset_minutes", \.utcOffsetMinutes)
    Field(
      "air_temperature_c", \.conditions.air, .number(in: SessionChecks.air, unit: "°C"), key: "air",
      help: "Air temperature.")
    Field(
      "snow_temperature_c", \.conditions.snowTemperature, .number(in: SessionChecks.snow, unit: "°C"), key: "snow",
      help: "Snow temperature.")
    Field(
      "humidity_pct", \.conditions.humidity, .number(in: SessionChecks.humidity, unit: "%"), key: "humidity",
      help: "Air humidity.")
    Field(
      "snow_humidity_pct", \.conditions.snowHumidity, .number(in: SessionChecks.humidity, unit: "%"),
      key: "snow-humidity", help: "Snow humidity.")
    Field("ski_type", \.skiType, .term(.type), key: "type", role: "session", help: "Ski type tested.")
    Field("place", \.place, .term(.place), role: "session", help: "Place, to change it.")
    Field("latitude", \.latitude, .number(in: -90...90, unit: "°"), help: "Latitude, positive north.")
    Field("longitude", \.longitude, .number(in: -180...180, unit: "°"), help: "Longitude, positive east.")
    Field("waxer", \.waxer, .link(to: Waxer.thing), role: "session", help: "Waxer who runs the test.")
    Field(
      "using_manual_rank", orBlank: \.usesManualRank, .rank, key: "rank",
      help: "Ranks in force: manual, or calculated from the glides.")
    Field("team", \.team, .link(to: Team.thing), role: "session", help: "Team.")
    Field("comment", \.comment, .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
    Field("source", \.source)
  }.found(Naming(codes: { [$0.number] }, names: { [$0.number] }, parts: [])).listed(
    by: SkiSessionsCommand(), help: "Session: its number, or last; by default all are listed.", words: ["last"],
    summary: "Show a test session with the pairs in order of rank.",
    details: """
      'last' is the session that was last added or changed at this prompt, otherwise the newest. A session with \
      results can only be archived, not deleted.
      """,
    exampleLines: """
      one session: ski import ski-thesis; ski session 1 -> 001
      the newest session: ski import ski-thesis; ski session last -> session
      the session just added: ski session new Bruksvallarna air=-5; ski session last -> Bruksvallarna
      an unknown session: ski import ski-thesis; ski session 99 -> !unknown-session
      """, seeAlso: ["ski sessions", "ski session new", "ski session edit", "ski add", "ski rank"]
  ).actions(
    SkiSessionCommand.actions, shown: ("session", "place"), lister: "ski sessions",
    sample: ThingSample("1", "99", made: .thesis), title: \.heading,
    word: { (text, work) throws(Diagnostic) in
      let span = work.spans.first { _ in true } ?? nil
      let number = try work.ski { (ski) throws(Diagnostic) in try ski.sessionNumber(text, at: span) }
      // You can look at an old test between two glides.
      if !["ski session", "ski session show"].contains(work.call.verb) { work.session.touch(SkiKinds.session, number) }
      return number
    },
    screen: { (session, _, work) throws(Diagnostic) in
      try work.ski { (ski) throws(Diagnostic) in try SkiSessionScreen(ski).show(try ski.session(session.number)) }
        + work.remarks
    })
}

extension Participation {
  static let thing = Thing<Participation>(
    SkiKinds.participation, verb: "ski add", noun: "participation", key: "serial_number",
    blank: Participation(serialNumber: "")
  ) {
    Field("session", \.session, link: .session("participation"))
    Field("serial_number", \.serialNumber, link: .pair("participation"))
    Field("rank", \.rank)
    Field("glide_rank", \.glideRank)
    Field("kick_rank", \.kickRank)
    Field("uphill_rank", \.uphillRank)
    Field("stored_rank", \.storedRank)
    Field("comment", \.comment)
    Field("source", \.source)
  }
}

extension Rating {
  static let thing = Thing<Rating>(
    SkiKinds.rating, verb: "ski rank", noun: "rating", key: "serial_number",
    blank: Rating(session: "", rater: "", serialNumber: "", rank: 0)
  ) {
    Field("session", \.session, link: .session("rating"))
    Field("rater", \.rater)
    Field("serial_number", \.serialNumber, link: .pair("rating"))
    Field("rank", \.rank)
  }
}

extension Glide {
  struct Row: Sendable, Hashable { var (session, value) = ("", Glide(number: 0, winner: "", loser: "", difference: 0)) }

  static let thing = Thing<Row>(SkiKinds.glide, verb: "ski glide", noun: "glide", key: "number", blank: Row()) {
    Field("session", \.session, link: .session("glide"))
    Field("number", \.value.number)
    Field("winner", \.value.winner, link: .pair("won glide"))
    Field("loser", \.value.loser, link: .pair("lost glide"))
    Field("difference_cm", \.value.difference)
    Field("lane", \.value.lane)
    Field("run", \.value.run)
    Field("tester", \.value.tester)
    Field("winner_treatment", \.value.winnerTreatment)
    Field("loser_treatment", \.value.loserTreatment)
    Field("comment", \.value.comment)
  }
}

extension SnowPart {
  static let thing = Thing<SnowPart>(
    SkiKinds.snow, verb: "ski session", noun: "snow percentage", key: "snow_type",
    blank: SnowPart(snowType: "", share: 0)
  ) {
    Field("session", \.session, link: .session("snow percentage", isPart: true))
    Field("snow_type", \.snowType, link: .term(.snow).called("session"))
    Field("share_pct", \.share)
    Field("source", .text)
  }
}

extension SkiThings {
  /// A measurement of the weather of a session.
  struct Weather: Sendable {
    var (session, moment) = ("", Moment(microseconds: 0))
    var (air, snow, humidity): (Double?, Double?, Double?) = (nil, nil, nil)
    var comment: String?
  }

  static let weather = Thing<Weather>(
    SkiKinds.condition, verb: "ski conditions", noun: "measurement", key: "moment", blank: Weather()
  ) {
    Field("session", \.session, link: .session("measurement", isPart: true))
    Field("moment", \.moment)
    Field("air_temperature_c", \.air, .number(in: SessionChecks.air, unit: "°C"), key: "air", help: "Air temperature.")
    Field(
      "snow_temperature_c", \.snow, .number(in: SessionChecks.snow, unit: "°C"), key: "snow", help: "Snow temperature.")
    Field(
      "humidity_pct", \.humidity, .number(in: SessionChecks.humidity, unit: "%"), key: "humidity", help: "Air humidity."
    )
    Field("comment", \.comment, .text(), help: "Comment.")
  }
}
