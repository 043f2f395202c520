extension FamiliarLine {
  /// `sort` by columns, each upwards or down; nil where one is not there.
  static func sorted(
    _ names: [(name: Substring, isDown: Bool)], by column: (Substring) -> String?
  ) -> String? {
    let found = names.compactMap { name, isDown in column(name).map { (name: $0, isDown: isDown) } }
    guard found.count == names.count, !found.isEmpty else { return nil }
    let down = found.filter { $0.isDown }.map { $0.name }
    if down.count == found.count { return "sort desc=" + down.joined(separator: ",") }
    return "sort " + found.map { $0.name }.joined(separator: " ")
      + (down.isEmpty ? "" : " desc=" + down.joined(separator: ","))
  }
}
