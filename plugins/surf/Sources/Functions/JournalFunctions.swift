internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Preferences, sessions and forecasts of the workspace as functions for expressions.
///
/// Hours are those of the newest stored issue; what is not known is missing.
enum JournalFunctions {
  static let all: [FunctionDefinition] = [match, score, chance, similarity]

  private static let match = FunctionDefinition(
    "surf.match", use: "surf.match(\"preference\", time)",
    summary: "whether an hour matches one of your preferences at one of its spots, by the newest stored forecast",
    takes: [.text, .datetime], gives: .boolean, of: { Outlook($0) }
  ) { outlook, values in
    guard case .text(let name) = values[0], case .datetime(let moment) = values[1] else { return nil }
    return outlook.matches(name, at: moment).map(Value.boolean)
  }

  private static let score = FunctionDefinition(
    "surf.score", use: "surf.score(\"spot\", time, \"part\")",
    summary: """
      how alike an hour is to your good sessions at a spot, from 0 to 1, by the newest stored forecast; with a \
      condition, as \"height\", its factor alone
      """,
    takes: [.text, .datetime, .text], optional: 1, gives: .number, of: { Outlook($0) }
  ) { outlook, values in
    guard case .text(let spot) = values[0], case .datetime(let moment) = values[1] else { return nil }
    var part: ConditionVariable?
    if values.count > 2 {
      guard case .text(let name) = values[2], let variable = variable(name) else { return nil }
      part = variable
    }
    return outlook.score(spot, at: moment, part: part).map(Value.number)
  }

  private static let chance = FunctionDefinition(
    "surf.p_good", use: "surf.p_good(\"person\", \"spot\", time)",
    summary: """
      chance that a person rates an hour at a spot 4 or more, as in surf week, by all of their logged sessions: not for \
      tests of the past
      """,
    takes: [.text, .text, .datetime], gives: .number, of: { Outlook($0) }
  ) { outlook, values in
    guard case .text(let person) = values[0], case .text(let spot) = values[1], case .datetime(let moment) = values[2]
    else { return nil }
    return outlook.chance(person, spot, at: moment).map(Value.number)
  }

  private static let similarity = FunctionDefinition(
    "surf.similarity", use: "surf.similarity(session, session)",
    summary: "how alike the conditions of two sessions were, by their numbers, from 0 to 1, as in surf similar",
    takes: [.number, .number], gives: .number, of: { Outlook($0) }
  ) { outlook, values in
    guard let first = values[0].asNumber.flatMap({ Int(exactly: $0) }),
      let second = values[1].asNumber.flatMap({ Int(exactly: $0) })
    else { return nil }
    return outlook.similarity(first, second).map(Value.number)
  }

  private static func variable(_ name: String) -> ConditionVariable? {
    ConditionVariable.allCases.first { $0.name == name || $0.column == name }
  }
}
