public import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

extension Interpreter {
  /// Sets a notebook's parameters, some of them with values other than their defaults.
  ///
  /// Throws `unknown-parameter`.
  public mutating func take(_ front: FrontMatter, _ given: [String: String]) throws(Diagnostic) {
    parameters = front.parameters
    for (name, value) in given.inCodePointOrder(by: \.key) {
      guard parameters[name] != nil else {
        throw Diagnostic.unknown("parameter", name, among: parameters.keys.sorted())
      }
      parameters[name] = value
    }
  }

  /// Sets the seed and the author of a notebook, before its first cell.
  mutating func begin(_ front: FrontMatter) {
    if let seed = front.seed { state.settings.seed = seed }
    if let author = front.author { services.store?.sign(asInNotebook: author) }
  }
}
