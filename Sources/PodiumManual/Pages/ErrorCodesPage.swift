/// The page of error codes, by which scripts tell errors apart.
enum ErrorCodesPage {
  static var page: ManualPage {
    let rows = codes.map { [MarkdownText.code($0.code), MarkdownText.text($0.meaning)] }
    return ManualPage(
      "error-codes", "Error codes", summary: "What the `code` of an error in JSON means.",
      introduction: """
        Every error has a code, which `--format json` puts into `error.code`. Codes are stable; the words of a message are not.
        A code that begins with `unknown-` means that a name is not known: the message gives the nearest known one.

        \(MarkdownText.table(["code", "meaning"], rows))
        """)
  }

  /// The codes in order; a test holds the list to the sources.
  static var codes: [(code: String, meaning: String)] {
    (list + "\n" + unknown).split(separator: "\n").sorted().compactMap { line in
      guard let space = line.firstIndex(of: " ") else { return nil }
      return (String(line[..<space]), String(line[space...].drop { $0 == " " }))
    }
  }
}
