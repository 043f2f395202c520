import PodiumEngine
import PodiumPlugin

/// Verbs that take expressions of every form, as a plugin may have them; podium has some of them.
enum MadeGrammar {
  static let verbs = Grammar(verbs: signatures)
  static let shortened = Grammar(verbs: signatures, mayShorten: true)

  private static let signatures = [
    verb("filter", [.expression], [Parameter<[String]>.words("off", help: "Off.", completion: .words(["off"])).any]),
    verb("assert", [.expression]), verb("calculate", [.expression, .aggregates]),
    verb("derive", [.expression, .assignment]), verb("replace", [.expression, .assignment]),
    verb("team keep", [.expression]), verb("team pair add"), verb("team pair"),
  ]

  private static func verb(
    _ name: String, _ traits: Signature.Traits = [], _ parameters: [AnyParameter] = []
  ) -> Signature {
    Signature(name, topic: .data, summary: "Made.", parameters: parameters, examples: [], traits: traits)
  }
}
