internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Who looks after whose skis: a many-to-many relation of waxers and athletes with dates, and substitutes during leave.
struct Cover {
  /// An athlete a waxer covers, and the waxer they substitute for.
  struct Duty: Equatable {
    var waxer: String
    var athlete: String
    var from: CalendarDate?
    var until: CalendarDate?
    /// The waxer who is away; nil for the waxer's own athletes.
    var insteadOf: String?
  }

  /// A waxer's days away, first and last included.
  struct Leave: Equatable {
    var waxer: String
    var from: CalendarDate
    var until: CalendarDate
    var substitute: String?
  }

  private(set) var duties: [Duty] = []
  private(set) var leaves: [Leave] = []

  init(_ workspace: SkiWorkspace) throws(Diagnostic) {
    duties = try Duty.thing.items(in: workspace.store)
    leaves = try Leave.thing.items(in: workspace.store)
    leaves.sort { ($0.from, $0.waxer) < ($1.from, $1.waxer) }
  }

  init(duties: [Duty], leaves: [Leave]) { (self.duties, self.leaves) = (duties, leaves) }

  /// The leave of a waxer on a day.
  func leave(of waxer: String, on day: CalendarDate) -> Leave? {
    leaves.first { $0.waxer == waxer && $0.from <= day && day <= $0.until }
  }

  /// The athletes a waxer covers on a day, or ever; the waxer's own athletes first, then substitutions. A waxer who is away covers
  /// no one; substitutes of substitutes are not looked up.
  func athletes(of waxer: String, on day: CalendarDate?) -> [Duty] {
    guard let day else { return duties.filter { $0.waxer == waxer } }
    func holds(_ duty: Duty) -> Bool { (duty.from.map { $0 <= day } ?? true) && (duty.until.map { day <= $0 } ?? true) }
    let own = leave(of: waxer, on: day) == nil ? duties.filter { $0.waxer == waxer && holds($0) } : []
    let others = leaves.filter { $0.substitute == waxer && $0.from <= day && day <= $0.until }
    let instead = others.flatMap { leave in
      duties.filter { $0.waxer == leave.waxer && holds($0) }.map { duty in
        var duty = duty
        (duty.waxer, duty.insteadOf) = (waxer, leave.waxer)
        return duty
      }
    }
    return own + instead.filter { duty in !own.contains { $0.athlete == duty.athlete } }
  }
}

extension ThingDescription.Link {
  fileprivate static func waxer(_ role: String) -> ThingDescription.Link { .init(to: SkiKinds.waxer, role: role) }
}

extension Cover.Duty {
  static let thing = Thing<Cover.Duty>(
    SkiKinds.cover, verb: "ski cover", noun: "cover", key: "waxer", blank: Cover.Duty(waxer: "", athlete: "")
  ) {
    Field("waxer", \.waxer, link: .waxer("cover"))
    Field("athlete", \.athlete, link: .init(to: SkiKinds.athlete, role: "cover"))
    Field("from", \.from)
    Field("until", \.until)
    Field("comment", .text)
  }
}

extension Cover.Leave {
  static let thing = Thing<Cover.Leave>(
    SkiKinds.leave, verb: "ski cover", noun: "leave", key: "waxer",
    blank: Cover.Leave(waxer: "", from: CalendarDate(days: 0), until: CalendarDate(days: 0))
  ) {
    Field("waxer", \.waxer, link: .waxer("leave"))
    Field("from", \.from)
    Field("until", \.until)
    Field("substitute", \.substitute, link: .waxer("substitution"))
    Field("comment", .text)
  }
}
