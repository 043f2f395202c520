internal import PodiumCore

extension FrontMatter {
  /// The front matter with new hashes of its data, and with lines added for data it does not name yet; every other byte
  /// is kept.
  ///
  /// Names that the small grammar cannot express are skipped.
  public func with(data given: DataHashes) -> FrontMatter {
    let given = given.filter { FrontMatter.isPlainName($0.key.text) }
    guard given.contains(where: { data[$0.key] != $0.value }) else { return self }
    var changed = self
    changed.data.merge(given) { $1 }
    changed.setLines(given, of: "data")
    return changed
  }

  /// The front matter with parameters that it does not have; every other byte is kept.
  func adding(parameters given: [String: String]) -> FrontMatter {
    let missing = given.filter { parameters[$0.key] == nil }
    if missing.isEmpty { return self }
    var changed = self
    changed.parameters.merge(missing) { $1 }
    changed.setLines(Dictionary(uniqueKeysWithValues: missing.map { (FilePath($0), $1) }), of: "parameters")
    return changed
  }

  /// Sets entries of a section in the text, where they are or at its end.
  private mutating func setLines(_ given: [FilePath: String], of name: String) {
    var lines = TextLines.split(text).map(String.init)
    let ending = lines.first.map { $0.hasSuffix("\r\n") ? "\r\n" : "\n" } ?? "\n"
    var section: String?
    var last: Int?
    var seen: Set<FilePath> = []
    for (place, line) in lines.enumerated() {
      let bare = TextLines.bare(line[...])
      guard let colon = bare.firstIndex(of: ":"), let first = bare.first, !bare.hasPrefix("#") else { continue }
      let key = FrontMatter.trimmed(bare[..<colon])
      let value = FrontMatter.value(bare[bare.index(after: colon)...])
      guard first == " " || first == "\t" else {
        section = value.isEmpty ? key : nil
        if section == name { last = place }
        continue
      }
      guard section == name, !key.hasPrefix("#") else { continue }
      last = place
      seen.insert(FilePath(key))
      guard let hash = given[FilePath(key)], hash != value else { continue }
      lines[place] = String(bare[...colon]) + " " + hash + String(line[bare.endIndex...])
    }
    let added = given.filter { !seen.contains($0.key) }.inCodePointOrder(by: \.key.text).map {
      "  \($0.key.text): \($0.value)\(ending)"
    }
    if lines.isEmpty {
      lines = ["---\n", "podium: \(Notebook.formatVersion)\n", name + ":\n"] + added + ["---\n"]
      format = Notebook.formatVersion
    } else if !added.isEmpty {
      if let last {
        lines.insert(contentsOf: added, at: last + 1)
      } else {
        lines.insert(contentsOf: [name + ":" + ending] + added, at: max(1, lines.count - 1))
      }
    }
    text = lines.joined()
  }

  /// The front matter with a line that names the author of records, unless it has one.
  func with(author: String?) -> FrontMatter {
    guard let author, self.author == nil, FrontMatter.isPlainName(author) else { return self }
    var changed = self
    changed.author = author
    var lines = TextLines.split(text).map(String.init)
    if lines.isEmpty {
      changed.format = Notebook.formatVersion
      lines = ["---\n", "podium: \(Notebook.formatVersion)\n", "---\n"]
    }
    let ending = lines[0].hasSuffix("\r\n") ? "\r\n" : "\n"
    // After what a notebook begins with, and before sections.
    let place = lines.lastIndex { $0.hasPrefix("podium:") || $0.hasPrefix("title:") || $0.hasPrefix("seed:") } ?? 0
    lines.insert("author: " + author + ending, at: place + 1)
    changed.text = lines.joined()
    return changed
  }

  /// Whether the front matter can hold a name without quotes.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(where: { ":#\"'".contains($0) || $0.isNewline }) && !name.hasPrefix("-")
      && name.first != " " && name.last != " "
  }
}
