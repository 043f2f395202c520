internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
