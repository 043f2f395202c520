import PodiumCore
import Testing

@Suite("Users and passwords in a command")
struct MaskedTextTests {
  @Test(
    "are replaced",
    arguments: [
      ("load https://user:secret@example.org/x.csv", "load https://***@example.org/x.csv"),
      ("load https://token@example.org", "load https://***@example.org"),
      ("load HTTP://u:p@h:80/x?y=@", "load HTTP://***@h:80/x?y=@"),
      ("load \"https://u:p@ss@h/x\" as a", "load \"https://***@h/x\" as a"),
      ("!curl ftp://u:p@h/ https://v@k", "!curl ftp://***@h/ https://***@k"),
      ("load é👩‍👧 https://ü:ñ@h/x # https://a:b@c", "load é👩‍👧 https://***@h/x # https://***@c"),
      ("x://y://u:p@h", "x://y://***@h"),
      // A blank within quotes, and characters that should have been written as %XX.
      ("load \"https://u:a b@h/x\" as a", "load \"https://***@h/x\" as a"),
      ("load \"https://u:a \\\" b@h/x\" 'c@d'", "load \"https://***@h/x\" 'c@d'"),
      ("load https://u:a/b@h/x c@d", "load https://***@h/x c@d"),
      ("load https://u:a#b?c@h", "load https://***@h"),
    ])
  func replaced(_ typed: String, _ kept: String) {
    let masked = MaskedText(typed)
    #expect(masked.text == kept && masked.hidesSomething)
    #expect(MaskedText(kept) == MaskedText(masked.text) && !MaskedText(kept).hidesSomething)
  }

  @Test(
    "are not seen where there are none",
    arguments: [
      "", "@", "load x.csv", "note \"write to ann@example.org\"", "load https://example.org/a@b?c=d@e#f@g",
      "!git clone ssh://git@example.org/x", "load https://@example.org", "://u:p@h", "load https://***@example.org",
      "load https://example.org \"a@b\"", "https://", "https://u:p", "a:/b@c",
      "note \"https://h.example and ann@example.org\"", "note \"see https://h:8080/ and write: ann@b.org\"",
      "load https://h:8080/@ann", "load http://[::1]:80/@ann", "https://h:port/x and ann@b.org",
    ])
  func untouched(_ typed: String) {
    #expect(MaskedText(typed).text == typed && !MaskedText(typed).hidesSomething)
  }

  @Test("move the places of an error")
  func places() {
    let typed = "load https://user:secret@h/x kk=5 https://a:b@c zz"
    let masked = MaskedText(typed)
    func same(_ word: String) {
      func place(_ text: String) -> Int {
        guard let range = text.firstRange(of: word) else { return -1 }
        return text[..<range.lowerBound].unicodeScalars.count
      }
      #expect(masked.place(of: place(typed)) == place(masked.text), "\(word)")
    }
    for word in ["load", "https", "@h/x", "kk=5", "@c", "zz"] { same(word) }
    #expect(masked.place(of: typed.unicodeScalars.count) == masked.text.unicodeScalars.count)
    let error = Diagnostic(
      "x", "cannot read 'https://user:secret@h/x'", span: SourceSpan(16, 20), cause: "https://a:b@c")
    let kept = masked.masking(error)
    #expect(kept.message == "cannot read 'https://***@h/x'" && kept.cause == "https://***@c")
    #expect(kept.span == SourceSpan(16, 16))
    let other = Diagnostic("x", "of https://u:p@h", span: SourceSpan(2, 3))
    #expect(MaskedText("head 1").masking(other) == other)
  }
}
