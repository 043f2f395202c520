public import PodiumCore
public import PodiumEngine

extension Interpreter {
  /// Takes a notebook's parameters, some of them given another value.
  ///
  /// Throws `unknown-parameter`.
  public mutating func take(_ front: FrontMatter, _ given: [String: String]) throws(Diagnostic) {
    parameters = front.parameters
    for (name, value) in given.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      guard parameters[name] != nil else {
        throw Diagnostic.unknown("parameter", name, among: parameters.keys.sorted())
      }
      parameters[name] = value
    }
  }
}
