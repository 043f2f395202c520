internal import PodiumCore

extension Session {
  /// A text as it is typed in quotes.
  public static func quote(_ text: String) -> String { CommandText.quoted(text) }
}
