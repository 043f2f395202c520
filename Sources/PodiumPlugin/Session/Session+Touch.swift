/// A thing of a plugin that a command of this session made or changed.
struct Touch: Sendable {
  /// The kind of record.
  let kind: String
  /// The name that people use.
  let name: String
  /// The number of the cell.
  let cell: Int
  /// Whether that command was undone.
  var isUndone = false
}

/// What this session worked on last, for words such as `last`.
extension Session {
  /// Notes that the running command made or changed a thing.
  public mutating func touch(_ kind: String, _ name: String) {
    touches.removeAll { $0.kind == kind && $0.name == name && $0.cell == cellCount }
    touches.append(Touch(kind: kind, name: name, cell: cellCount))
    if touches.count > 500 { touches.removeFirst(touches.count - 500) }
  }

  /// The things of a kind that this session made or changed, the last one first; what was undone is left out.
  public func touched(_ kind: String) -> [String] {
    var names: [String] = []
    for touch in touches.reversed() where touch.kind == kind && !touch.isUndone && !names.contains(touch.name) {
      names.append(touch.name)
    }
    return names
  }

  /// Follows an undo or a redo of a cell.
  package mutating func markTouches(of cell: Int, isUndone: Bool) {
    for place in touches.indices where touches[place].cell == cell { touches[place].isUndone = isUndone }
  }
}
