import CTerminal

/// What the program writes to standard error if it crashes.
public enum LastWords {
  /// Prepares the text, which must not need anything but itself; the first one counts.
  ///
  /// From here on crashes are handled, with and without a prompt.
  public static func prepare(_ text: String) { ct_set_last_words(text) }
}
