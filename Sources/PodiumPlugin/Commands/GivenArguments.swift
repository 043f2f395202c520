package import PodiumCore

/// The arguments of a command by the parameters they are meant for; nothing is read of them yet.
package struct GivenArguments {
  /// What was typed for each parameter.
  package private(set) var values: [String: [ArgumentValue]] = [:]
  /// Where it was typed.
  package private(set) var spans: [String: SourceSpan] = [:]
  /// Keys a signature with `openKeys` passes on.
  package private(set) var others: [Argument] = []

  /// Assigns the arguments of a command to its parameters.
  ///
  /// Throws on unknown and repeated keys and on surplus arguments.
  package init(_ syntax: CommandSyntax, _ signature: Signature) throws(Diagnostic) {
    let descriptions = signature.parameters.map(\.description)
    var positionals = descriptions.filter { $0.form != .key }[...]
    for argument in syntax.arguments {
      if let key = argument.key {
        guard let known = descriptions.first(where: { $0.form == .key && $0.isCalled(key.text) }) else {
          if let words = positionals.first, words.takes(key.text, besides: signature.keys) {
            let text = key.text + "="
            values[words.name, default: []].append(
              argument.value.prefixed(text, from: key.span, isFirstOnly: words.takesTies))
            spans[words.name] = spans[words.name]?.union(argument.span) ?? argument.span
            continue
          }
          if signature.has(.openKeys) {
            others.append(argument)
            continue
          }
          // A recipe shows `pca k=2`, so that may be typed.
          if let place = positionals.firstIndex(where: {
            $0.form == .positional(many: false) && $0.isCalled(key.text)
          }), values[key.text] == nil {
            let name = positionals.remove(at: place).name
            values[name] = [argument.value]
            spans[name] = argument.value.span
            continue
          }
          throw Diagnostic.unknownKey(key, signature)
        }
        let name = known.name
        if values[name] != nil {
          let help = name == key.text ? nil : "'\(key.text)' is an earlier name of '\(name)'"
          throw Diagnostic("repeated-key", "'\(name)' is given twice", span: argument.span, help: help)
        }
        values[name] = [argument.value]
        spans[name] = argument.value.span
      } else {
        guard let next = positionals.first else { throw GivenArguments.surplus(argument, signature) }
        values[next.name, default: []].append(argument.value)
        spans[next.name] = spans[next.name]?.union(argument.span) ?? argument.span
        if next.form == .positional(many: false) { positionals = positionals.dropFirst() }
      }
    }
  }

  private static func surplus(_ argument: Argument, _ signature: Signature) -> Diagnostic {
    let word: String =
      switch argument.value.items[0].kind {
      case .word(let text), .quoted(let text): text
      case .reference(let reference): reference.description
      case .call(let name, _): name.text + "(…)"
      }
    var help = "write: " + signature.synopsis
    let keys = signature.keys
    if keys.contains(word) { help = "write a key with = and its value, as in \(word)=…" }
    return Diagnostic(
      "unexpected-argument", "'\(signature.name)' takes no argument '\(word)'",
      span: argument.span, help: help)
  }
}

extension Diagnostic {
  /// The error of a key that a command does not take.
  package static func unknownKey(_ key: Word, _ signature: Signature) -> Diagnostic {
    let keys = signature.keys
    if keys.isEmpty {
      return Diagnostic(
        "unknown-key", "'\(signature.name)' takes no key '\(key.text)='", span: key.span)
    }
    var error = Diagnostic.unknown("key", key.text, among: keys, span: key.span)
    error.help = error.help ?? "'help \(signature.name)' lists its keys"
    return error
  }
}
