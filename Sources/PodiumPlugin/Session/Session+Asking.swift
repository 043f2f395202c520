public import PodiumCore

extension Session {
  /// Asks the person a question that is answered by yes or no; nil where podium cannot ask, as in a script or a pipe.
  ///
  /// Throws `interrupted` for Ctrl-C.
  public func confirm(_ question: String) throws(Diagnostic) -> Bool? {
    guard let confirm = services.confirm else { return nil }
    return try confirm(question, cancellation)
  }
}

extension Session {
  /// Drops the results that hold one of some words, be it in lower or upper case; returns how many.
  public mutating func dropResults(holding words: [String]) -> Int {
    let wanted = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    guard !wanted.isEmpty else { return 0 }
    let session = self
    return results.drop { entry in
      let text = (entry.input + "\n" + String(decoding: session.json(entry.outputs), as: UTF8.self)).lowercased()
      return wanted.contains { text.contains($0) }
    }
  }
}
