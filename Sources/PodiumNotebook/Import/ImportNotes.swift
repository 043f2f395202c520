internal import PodiumCore

/// What an import left out or changed, each with its cells.
struct ImportNotes {
  private var found: [(text: String, cells: [Int])] = []
  /// The names of Jupyter's metadata that a notebook has no place for.
  var metadata: Set<String> = []

  mutating func add(_ text: String, _ cell: Int) {
    if let place = found.firstIndex(where: { $0.text == text }) {
      if found[place].cells.last != cell { found[place].cells.append(cell) }
    } else {
      found.append((text, [cell]))
    }
  }

  /// A sentence for each kind.
  var sentences: [String] {
    var out = found.map { text, cells in
      let more = cells.count > 5 ? " and \(cells.count - 5) more" : ""
      return text + ": \(cells.count == 1 ? "cell" : "cells") "
        + cells.prefix(5).map(String.init).joined(separator: ", ") + more
    }
    if !metadata.isEmpty {
      out.append(
        "left out metadata of Jupyter: " + metadata.inCodePointOrder().joined(separator: ", "))
    }
    return out
  }
}
