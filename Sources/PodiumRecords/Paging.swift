internal import PodiumCore
internal import PodiumPlugin

/// Lists shown in pages: `limit=` rows, starting `after=` the last row of the previous page. A page starts after a named row, not
/// at a row number, so that nothing is missed or repeated when records are added between two pages.
public enum Paging {
  /// The footer of a list with more rows; `most` is the largest `limit=`.
  public static func footer(
    shown: Int, left: Int, total: Int, last: String?, more: String = "more", most: Int = .max
  ) -> [String] {
    guard left > shown, let last else { return [] }
    let whole = total > most ? "limit=\(most) shows more at once" : "limit=\(total) shows all"
    return ["\(left - shown) \(more): after=\(CommandText.word(last)) shows the next, \(whole)"]
  }
}
