/// The grapheme clusters that are drawn as one picture of two columns (UTS 51, the sequences meant for interchange).
///
/// Everything else that carries a joiner, a selector or a tag is text with something invisible in it.
enum EmojiSequence {
  /// The maximum number of scalars of a sequence; the longest in use, a family or a couple with skin tones, has ten.
  static let limit = 16

  /// Whether the scalars of a cluster are, from first to last, one emoji drawn as a picture.
  static func matches(_ view: String.UnicodeScalarView) -> Bool {
    guard let first = view.first, first.properties.isEmoji, view.count <= limit else { return false }
    let scalars = Array(view)
    if isKeyCapBase(first) {
      return scalars.last?.value == 0x20E3
        && (scalars.count == 2 || (scalars.count == 3 && scalars[1].value == 0xFE0F))
    }
    if isRegional(first) { return scalars.count == 2 && isRegional(scalars[1]) }
    if scalars.count > 2, first.value == 0x1F3F4, isTag(scalars[1]) {
      // Tag letters make a flag only after a black flag, closed by the cancel tag.
      return scalars.last?.value == 0xE007F && scalars.dropFirst().dropLast().allSatisfy(isTag)
    }
    return isJoined(scalars)
  }

  /// Pictures, each with at most one selector or skin tone, joined by single joiners.
  private static func isJoined(_ scalars: [Unicode.Scalar]) -> Bool {
    var place = 0
    var isPicture = false
    while true {
      guard place < scalars.count, isPictureBase(scalars[place]) else { return false }
      if scalars[place].properties.isEmojiPresentation { isPicture = true }
      place += 1
      if place < scalars.count, scalars[place].value == 0xFE0F || scalars[place].properties.isEmojiModifier {
        isPicture = true
        place += 1
      }
      if place == scalars.count { return isPicture }
      guard scalars[place].value == 0x200D else { return false }
      isPicture = true
      place += 1
    }
  }

  private static func isPictureBase(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && !isKeyCapBase(scalar) && !isRegional(scalar)
  }

  private static func isKeyCapBase(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x80 }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007E).contains(scalar.value) }
}
