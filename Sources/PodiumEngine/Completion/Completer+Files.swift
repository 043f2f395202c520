internal import PodiumCore
internal import PodiumPlugin

extension Completer {
  /// Files and folders at the path being typed, limited to some extensions if given.
  func files(_ partial: Partial, endings: Set<String>?) -> [CompletionCandidate] {
    let typed = partial.text
    let (folder, begun) = FilePath(typed).cut
    let path = session.services.resolve(folder.isEmpty ? "." : folder)
    let entries = (try? session.services.files.entries(path, hidden: FilePath(begun).isHidden)) ?? []
    return entries.compactMap { entry in
      let full = folder + entry.name
      if entry.kind == .folder {
        // With an open quote the path continues after the folder.
        let open = FilePath(full).joined("").text
        let text =
          Completer.word(full) == full && partial.quote == nil
          ? open : String(Session.quote(open).dropLast())
        return CompletionCandidate(text, note: "folder", isComplete: false)
      }
      guard entry.kind == .file else { return nil }
      let parts = FilePath(entry.name).endings
      // Of a compressed file, the extension before that of the compression.
      let ending = parts.last == "gz" && parts.count > 1 ? parts[parts.count - 2] : parts.last ?? ""
      if let endings, !endings.contains(ending) { return nil }
      return CompletionCandidate(partial.quote == nil ? Completer.word(full) : Session.quote(full))
    }
  }

  /// What `load` takes: bundled tables, importers that may precede a path, and files that an importer reads.
  func data(_ taken: [String], _ partial: Partial) -> [CompletionCandidate] {
    if taken == ["saved"] {
      // Open the workspace only for a list of its content, not for every list.
      return ((try? session.services.store?.datasets()) ?? []).map { CompletionCandidate($0.name, note: $0.summary) }
    }
    if taken.count == 1, let importer = registry.importer(taken[0]) {
      return files(partial, endings: importer.extensions.isEmpty ? [] : Set(importer.extensions))
    }
    guard taken.isEmpty else { return [] }
    let endings = Set(registry.importers.values.filter(\.isReader).flatMap(\.extensions)).subtracting(["gz"])
    let found = files(partial, endings: endings)
    if FilePath(partial.text).hasFolder || partial.quote != nil { return found }
    let bundled = registry.datasets.values.inCodePointOrder(by: \.name).map {
      CompletionCandidate($0.name, note: $0.summary)
    }
    let plugins = registry.importers.values.filter { registry.owner(of: "importer", $0.key) != "podium" }
    let importers = plugins.inCodePointOrder(by: \.key).map {
      CompletionCandidate($0.key, note: $0.summary)
    }
    let saved = CompletionCandidate("saved", note: "a table saved in the workspace")
    return found + bundled + importers + [saved]
  }
}
