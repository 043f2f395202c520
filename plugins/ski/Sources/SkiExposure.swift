internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What of ski a service shows and does: the records of one's own team, reached through the owner of a pair, and through the
/// waxer or the team of a session. What has no team is the admin's.
enum SkiExposure {
  static let exposure = Exposure(scope: Exposure.Scope("ski.team"), kinds: people + tests, verbs: verbs, pages: pages)

  private static let ofPair = ["serial_number.owner.team"]
  private static let ofSession = ["session.waxer.team", "session.team"]

  private static let people: [Exposure.Kind] = [
    .init(SkiKinds.team, writers: .admin, paths: ["name"]), .init(SkiKinds.waxer, writers: .admin, paths: ["team"]),
    .init(SkiKinds.leave, writers: .reporter, paths: ["waxer.team"]),
    .init(SkiKinds.cover, writers: .reporter, paths: ["waxer.team"]),
    .init(
      SkiKinds.athlete, writers: .reporter, fields: ["comment": .reporter], paths: ["team"],
      typed: [.init("name", ["first_name", "last_name"])]),
    // A session adds its place, a pair its brand: a team sees the words that its own records name.
    .init(SkiKinds.term, writers: .reporter, offersActions: false),
    .init(SkiKinds.pair, writers: .reporter, paths: ["owner.team"]),
    .init(SkiKinds.grind, writers: .reporter, paths: ofPair),
    .init(SkiKinds.treatment, writers: .reporter, paths: ofPair),
  ]

  private static let tests: [Exposure.Kind] = [
    .init(
      SkiKinds.session, writers: .reporter, paths: ["waxer.team", "team"],
      typed: [
        .init("where", ["place"]), .init("number", ["session"]),
        .init("at", ["time_of_test", "utc_offset_minutes"], as: onTheWall),
      ]), .init(SkiKinds.condition, writers: .reporter, paths: ofSession),
    .init(SkiKinds.snow, writers: .reporter, paths: ofSession),
    .init(SkiKinds.participation, writers: .reporter, paths: ofSession),
    .init(SkiKinds.rating, writers: .reporter, paths: ofSession),
    .init(SkiKinds.glide, writers: .reporter, paths: ofSession),
  ]

  /// A time in UTC with its offset as the clock on the wall showed it, since a typed offset is the one that is kept.
  private static func onTheWall(_ texts: [String?]) -> String? {
    guard let time = texts[0], let minutes = texts[1], time.hasSuffix("Z"), let moment = Moment(iso: time) else {
      return texts[0]
    }
    guard let offset = Int(minutes), (-1080...1080).contains(offset) else { return time + minutes }
    return Value.datetime(moment.shown(offset: offset)).fileText.dropLast() + Zone.offsetText(offset)
  }

  private static let verbs: [Exposure.Verb] = [
    .init("ski session new {place}", fills: ["team": .scope]), .init("ski athlete add {name}", fills: ["team": .scope]),
    .init("ski add {session} {pair}"), .init("ski drop {session} {pair}"), .init("ski rank {session} {order}"),
    .init("ski move {session} {pair} {rank}"), .init("ski glide {session} {words}"),
    .init("ski comment {session} {pair} {text}"), .init("ski conditions {session}"),
    .init("ski grind {pair} {grinding}"), .init("ski treat {pair} {kind} {recipe}"),
    .init("ski cover {waxer} {athletes}"), .init("ski sessions", .reader), .init("ski pairs", .reader),
    .init("ski athletes", .reader), .init("ski recommend", .reader), .init("ski choice", .reader),
    .init("ski why {pair}", .reader), .init("ski order {session}", .reader), .init("ski next {session}", .reader),
    .init("ski matrix", .reader), .init("ski grindings", .reader), .init("ski labels {session}", .reader),
  ]

  private static let ofPairs = ["pair": ["serial_number"]]

  private static let pages: [Exposure.Page] = [
    .init(
      "ski/sessions", title: "Sessions", shows: "ski sessions", forms: ["ski session new"],
      watches: [SkiKinds.session, SkiKinds.participation]),
    .init(
      "ski/session/{session}", shows: "ski session {session}",
      forms: ["ski add", "ski rank", "ski move", "ski glide", "ski drop", "ski comment", "ski conditions"],
      watches: [SkiKinds.session, SkiKinds.participation, SkiKinds.glide, SkiKinds.condition]),
    .init("ski/pairs", title: "Pairs", shows: "ski pairs", forms: ["ski pair add"], watches: [SkiKinds.pair]),
    .init(
      "ski/pair/{pair}", shows: "ski pair {pair}", forms: ["ski pair edit", "ski grind", "ski treat"],
      watches: [SkiKinds.pair, SkiKinds.grind, SkiKinds.treatment], columns: ofPairs),
    .init("ski/pair/{pair}/tests", shows: "ski pair {pair} tests", watches: [SkiKinds.participation], columns: ofPairs),
    .init("ski/pair/{pair}/grindings", shows: "ski pair {pair} grinds", watches: [SkiKinds.grind], columns: ofPairs),
    .init(
      "ski/athletes", title: "Athletes", shows: "ski athletes", forms: ["ski athlete add"], watches: [SkiKinds.athlete]),
    .init(
      "ski/recommend", title: "Recommend", shows: "ski sessions", forms: ["ski choice", "ski recommend"],
      watches: [SkiKinds.session]),
  ]
}
