/// Whether bytes are well-formed XML, as far as a picture needs it: elements that close, attributes in quotes, entities and
/// characters that XML knows.
public enum XMLCheck {
  /// What is wrong with it; nil for well-formed XML.
  public static func fault(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
    let scalars = Array(text.unicodeScalars)
    for scalar in scalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: break
      default: return "character \(scalar.value)"
      }
    }
    var (place, open) = (0, [String]())
    func starts(_ word: String) -> Bool { scalars[place...].starts(with: word.unicodeScalars) }
    while place < scalars.count {
      if scalars[place] == "<" {
        guard let end = scalars[place...].firstIndex(of: ">") else { return "no '>'" }
        let tag = String(String.UnicodeScalarView(scalars[(place + 1)..<end]))
        if tag.contains("<") { return "'<' in " + tag }
        let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter })
        if name.isEmpty { return "no name in " + tag }
        if tag.hasPrefix("/") {
          guard open.popLast() == name else { return "</\(name)> closes nothing" }
        } else {
          if tag.filter({ $0 == "\"" }).count % 2 != 0 { return "quotes in " + tag }
          let names = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 0
          }
          .map { $0.element.split(separator: " ").last ?? "" }.filter { $0.hasSuffix("=") }
          if Set(names).count < names.count { return "an attribute twice in " + tag }
          if !tag.hasSuffix("/") { open.append(name) }
        }
        place = end + 1
      } else {
        if scalars[place] == "&", !["&amp;", "&lt;", "&gt;", "&quot;"].contains(where: starts) { return "entity" }
        if starts("]]>") { return "']]>'" }
        place += 1
      }
    }
    return open.isEmpty ? nil : "open: \(open)"
  }

  /// The tags of well-formed XML, without the texts between them.
  public static func tags(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "<").map { $0.prefix { $0 != ">" } }
  }
}
