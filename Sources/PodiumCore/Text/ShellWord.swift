/// Words of a command for the system's shell.
public enum ShellWord {
  /// A word that the shell takes as it is, whatever is in it.
  ///
  /// By bytes: a quote and a mark after it are one `Character`, which is not a quote.
  public static func quoted(_ word: String) -> String {
    var out: [UInt8] = [UInt8(ascii: "'")]
    for byte in word.utf8 {
      if byte == UInt8(ascii: "'") { out += #"'\'"#.utf8 }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self) + "'"
  }
}
