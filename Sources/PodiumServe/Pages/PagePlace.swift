internal import PodiumCore
internal import PodiumPlugin

/// A page with the values that its address gives to the names of its path.
struct PagePlace {
  let page: Exposure.Page
  let plugin: String
  /// The names of the path in order, with their values.
  let values: [(name: String, value: String)]

  /// The name in braces of a part of a path; nil for one that stays as it is.
  static func name(_ part: some StringProtocol) -> String? {
    part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
  }

  var address: String { PagePlace.address(of: page, values.map(\.value)) }

  /// The address of a page with values for the names of its path.
  static func address(of page: Exposure.Page, _ values: [String]) -> String {
    var rest = values[...]
    return page.parts.map { part in
      "/" + (name(part) == nil ? part : PercentText.encoded(rest.popFirst() ?? ""))
    }.joined()
  }

  /// What it is called: its title, or the parts of its path with their values.
  var title: String {
    if let title = page.title { return title }
    return page.parts.map { part in values.first { PagePlace.name(part) == $0.name }?.value ?? part }.dropFirst()
      .joined(separator: " ")
  }

  /// The command that it shows: each value is one word, whatever it holds.
  var command: ServedCommand {
    ServedCommand(
      page.command.split(separator: " ").map { part in
        guard let name = PagePlace.name(part), let value = values.first(where: { $0.name == name })?.value else {
          return String(part)
        }
        return CommandText.word(value)
      }.joined(separator: " "))
  }

  var dictionary: [String: String] { Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first } }
}

extension PagePlace {
  /// The page at an address; nil where its parts are none of the page's.
  init?(_ page: Exposure.Page, of plugin: String, at segments: [String]) {
    let parts = page.parts
    guard parts.count == segments.count else { return nil }
    var values: [(name: String, value: String)] = []
    for (part, segment) in zip(parts, segments) {
      if let name = PagePlace.name(part) { values.append((name, segment)) } else if part != segment { return nil }
    }
    (self.page, self.plugin, self.values) = (page, plugin, values)
  }
}

extension Exposure.Page {
  var names: [String] { parts.compactMap { PagePlace.name($0) } }

  var parts: [String] { path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } }

  /// Whether it is the file that its command writes.
  var isFile: Bool { FilePath(path).ending == "json" }
}

/// Where the rows of tables lead.
struct PageLinks {
  let pages: [Exposure.Page]
  let place: PagePlace

  /// A row leads to each page whose names it has values for; pages of the same names are one link in its cell, the others
  /// beside the row.
  func row(_ values: [String: String]) -> [(column: String?, label: String, address: String)] {
    var found: [(column: String?, label: String, address: String)] = []
    var families: Set<[String]> = [place.page.names]
    for page in pages where !page.names.isEmpty && page.names != place.page.names {
      var (columns, given): ([String], [String]) = ([], [])
      for name in page.names {
        let known = [name] + (page.columns[name] ?? [])
        guard let column = known.first(where: { values[$0] != nil }), let value = values[column],
          value != "·", !value.isEmpty
        else { break }
        columns.append(column)
        given.append(value)
      }
      guard given.count == page.names.count, let column = columns.last else { continue }
      let isFirst = families.insert(page.names).inserted
      let parts = page.parts.filter { PagePlace.name($0) == nil }.dropFirst()
      let label = isFirst ? "" : parts.last ?? ""
      found.append((isFirst ? column : nil, label, PagePlace.address(of: page, given)))
    }
    return found
  }

  var siblings: [HTML] {
    guard !place.values.isEmpty else { return [] }
    return pages.filter { $0.names == place.page.names && $0.path != place.page.path }.map { page in
      let sibling = PagePlace(page: page, plugin: place.plugin, values: place.values)
      return .link(sibling.title, to: sibling.address)
    }
  }
}
