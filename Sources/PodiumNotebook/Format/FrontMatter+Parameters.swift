internal import PodiumCore

extension FrontMatter {
  /// The front matter with new values of its parameters; every other byte is kept.
  ///
  /// Names that are not parameters are skipped, and so are values of more than one line.
  public func with(parameters given: [String: String]) -> FrontMatter {
    var changed = self
    changed.text = ""
    var isInside = false
    for line in TextLines.split(text) {
      let bare = TextLines.bare(line)
      guard let colon = bare.firstIndex(of: ":"), let first = bare.first, !bare.hasPrefix("#") else {
        changed.text += line
        continue
      }
      let key = FrontMatter.trimmed(bare[..<colon])
      let rest = bare[bare.index(after: colon)...]
      let isIndented = first == " " || first == "\t"
      if !isIndented { isInside = key == "parameters" && FrontMatter.value(rest).isEmpty }
      guard isInside, isIndented, !key.hasPrefix("#"), let value = given[key], value != FrontMatter.value(rest),
        !value.contains(where: \.isNewline)
      else {
        changed.text += line
        continue
      }
      changed.parameters[key] = value
      // The small grammar does not allow a comment after a quoted value.
      let isPlain = FrontMatter.value(Substring(value)) == value && value.first.map { !"\"'".contains($0) } ?? false
      changed.text += bare[...colon] + " " + (isPlain ? value + FrontMatter.comment(rest) : "\"" + value + "\"")
      changed.text += line[bare.endIndex...]
    }
    return changed
  }

  /// The comment after a value, with the spaces before it.
  private static func comment(_ rest: Substring) -> Substring {
    let text = FrontMatter.trimmed(rest)
    if let first = text.first, first == "\"" || first == "'" { return "" }
    guard let mark = rest.firstRange(of: " #") else { return "" }
    var start = mark.lowerBound
    while start > rest.startIndex, rest[rest.index(before: start)] == " " { start = rest.index(before: start) }
    return rest[start...]
  }
}
