internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski conditions`: the weather during a session.
struct ConditionsCommand: Command {
  static let at = Parameter<String?>.text(
    "at", help: "Time on the day of the session, as in 10:30, or a date and time.")

  static let undo = Parameter<Bool>.flag("remove", default: false, help: "Remove the measurement at this time.")

  let signature = Signature(
    "ski conditions", topic: .plugins, summary: "Show or record the weather during a session.",
    details: """
      Records measurements in addition to the conditions that ski session new and ski session edit set. Without at= \
      they are listed. Entering the same time again changes the earlier entry.
      """, parameters: [AddCommand.session.any, at.any] + SkiThings.weather.usualKeys(.add) + [undo.any],
    exampleLines: """
      a measurement: ski session new Bruksvallarna number=20 at=2026-01-24T08:30+01:00 air=-7; ski conditions 20 at=10:30 air=-4,5 snow=-6 -> -4.5
      the changes during the session: ski session new Bruksvallarna number=20 at=2026-01-24T08:30+01:00 air=-7; ski conditions 20 at=10:30 air=-4.5; ski conditions 20 -> 2.5
      a date and time: ski import ski-thesis; ski conditions 1 at=2018-01-08T12:00Z humidity=80 -> 80
      remove a mistake: ski import ski-thesis; ski conditions 1 at=2018-01-08T12:00Z humidity=8; ski conditions 1 at=2018-01-08T12:00Z remove=yes -> weather
      an invalid time: ski import ski-thesis; ski conditions 1 at=noon air=1 -> !bad-value
      """, seeAlso: ["ski session"])

  /// Adds or changes one measurement.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    if call[Self.at] != nil {
      let moment = try moment(call, test, &workspace)
      let key: [String: Value] = ["session": .text(test.number), "moment": .datetime(moment)]
      session.touch(SkiKinds.session, test.number)
      if call[Self.undo] {
        try call.refuseKeys(
          except: [Self.at.any, Self.undo.any], of: "ski conditions SESSION at= remove=yes",
          instead: "ski conditions SESSION")
        guard let record = try workspace.store.records(SkiKinds.condition, key).first else {
          throw Diagnostic(
            "unknown-measurement", "session '\(test.number)' has no measurement at \(moment)",
            span: call.span(of: Self.at),
            help: "use ski conditions \(CommandText.word(test.number)) to list them")
        }
        try workspace.store.remove(record)
      } else {
        var work = try RecordWork(call, in: session)
        let values = try SkiThings.weather.typed(&work)
        guard !values.isEmpty else {
          throw Diagnostic("missing-argument", "'ski conditions' needs a measurement: air=-4", span: call.verbSpan)
        }
        try workspace.store.enter(SkiKinds.condition, key: key, values)
      }
    } else if call[Self.undo] {
      throw Diagnostic(
        "missing-argument", "'remove=' needs the time of a measurement, so nothing was removed",
        span: call.span(of: Self.undo), help: "add it: at=10:30")
    }
    let given = SkiThings.weather.usualKeys(.add).map(\.description.name)
    if call[Self.at] == nil,
      let key = call.syntax.arguments.lazy.compactMap(\.key).first(where: { given.contains($0.text) })
    {
      throw Diagnostic(
        "missing-argument", "a measurement needs its time, so nothing was stored", span: key.span,
        help: "add it: at=10:30, or at=now")
    }
    let rows = try SkiThings.weather.items(
      in: workspace.store, where: [.equals("session", .text(test.number))], order: [("moment", false)])
    func numbers(_ value: (SkiThings.Weather) -> Double?) -> ColumnValues { .number(rows.map { value($0) ?? .nan }) }
    let table = try Table([
      Column("time", .text(rows.map { TypedMoment.text($0.moment, offset: test.utcOffsetMinutes) })),
      Column("air_temperature_c", numbers(\.air)),
      Column("change_c", numbers { row in row.air.flatMap { x in test.conditions.air.map { x - $0 } } }),
      Column("snow_temperature_c", numbers(\.snow)), Column("humidity_pct", numbers(\.humidity)),
      Column("comment", .text(rows.map(\.comment))),
    ])
    let narrow = [
      "air_temperature_c": Column("air", numbers(\.air)), "snow_temperature_c": Column("snow", numbers(\.snow)),
    ]
    let output = TableOutput(table, title: test.heading + ": weather")
    return [.table(output.showing(["time", "air_temperature_c", "snow_temperature_c"], narrow: narrow))]
      + workspace.remarks
  }

  private func moment(_ call: Call, _ test: TestSession, _ workspace: inout SkiWorkspace) throws(Diagnostic) -> Moment {
    let text = call[Self.at] ?? ""
    var typed: TypedMoment
    if let day = test.day, TypedMoment(text, now: workspace.now) == nil, let time = SheetValues.clock(text) {
      typed = TypedMoment(day, minute: time.minute, offset: time.offset ?? test.utcOffsetMinutes ?? 0)
    } else {
      typed = try TypedMoment.checked(
        text, "at", allowed: "a time such as 10:30, or " + TypedMoment.allowed, now: workspace.now,
        at: call.span(of: Self.at))
    }
    if typed.isLocal, text != "now" {
      // Use the session's own offset; the machine may be in another zone.
      if let offset = test.utcOffsetMinutes {
        typed = TypedMoment(Moment(microseconds: typed.moment.microseconds - offset * 60_000_000), offset: offset)
      } else {
        typed = try workspace.localised(typed, text, at: call.span(of: Self.at))
      }
    }
    try workspace.refuseFuture(typed.moment, at: call.span(of: Self.at))
    return typed.moment
  }
}

/// `ski comment`: a comment on a pair in a session.
struct CommentCommand: Command {
  static let text = Parameter<String>.required("text", allowed: "text", help: "Comment; \"\" removes it.")

  let signature = Signature(
    "ski comment", topic: .plugins, summary: "Write a comment on a pair in a session.",
    details: "To comment on a whole session, pair or athlete, use comment=, as in ski session edit last comment=icy.",
    parameters: [AddCommand.session.any, MoveCommand.pair.any, text.any],
    exampleLines: """
      a comment: ski import ski-thesis; ski comment 1 001 "slow off the mark" -> slow
      remove the comment: ski import ski-thesis; ski comment 1 001 slow; ski comment 1 001 "" -> 001
      a comment in the newest session: ski import ski-thesis; ski comment last 024 "iced" -> iced
      a pair outside the session: ski import ski-thesis; ski comment 1 017 x -> !not-in-session
      """, seeAlso: ["ski session"])

  /// Changes one participation.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    let serial = try workspace.participant(call, MoveCommand.pair, in: test)
    let text = call[Self.text]
    let remark = try RecordName.remark(text, "text", at: call.span(of: Self.text))
    let key: [String: Value] = ["session": .text(test.number), "serial_number": .text(serial)]
    for record in try workspace.store.records(SkiKinds.participation, key) {
      try workspace.store.update(record, ["comment": remark])
    }
    return try workspace.changed(test, in: &session)
  }
}
