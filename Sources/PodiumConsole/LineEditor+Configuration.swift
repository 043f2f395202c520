import CReadline
import Glibc

extension LineEditor {
  /// Prepares readline once: our defaults first, then the user's inputrc over them.
  static func configure() {
    cr_configure { LineEditor.readKey($0) }
    // Before the inputrc is read, which therefore wins; readline's own arrow keys come last and only where nothing
    // is bound.
    cr_add_search()
    ensureUTF8Locale()
    rl_initialize()
    cr_set_completion(
      { LineEditor.findWord() }, { LineEditor.attemptCompletion($0, $1, $2) })
  }

  /// Gives readline a locale of UTF-8 where the environment names none.
  ///
  /// What podium prints is UTF-8 in any case; in the locale `C`, or one that is not installed, readline would show
  /// `é` as two escaped bytes. It asks the environment itself, at every prompt, so that is where it is set;
  /// children see it too, and are given UTF-8 as well. Nothing else runs yet.
  private static func ensureUTF8Locale() {
    setlocale(LC_CTYPE, "")
    if let codeset = nl_langinfo(Int32(CODESET)), strcmp(codeset, "UTF-8") == 0 { return }
    setenv("LC_ALL", "C.UTF-8", 1)
  }
}
