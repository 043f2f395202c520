public import PodiumCore

/// A format of pictures that an SVG is converted to.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
  /// Pixels.
  case png
  /// A page of the picture's size, with text as text.
  case pdf

  /// The resolution of PNG in dots an inch where none is asked for: twice that of CSS, for screens of today and for print.
  public static let dpi = 192.0
  /// The resolutions that make sense.
  public static let dpiRange: ClosedRange<Double> = 24...1200

  /// The type of its content.
  public var mediaType: String {
    switch self {
    case .png: "image/png"
    case .pdf: "application/pdf"
    }
  }

  /// The bytes of an SVG in this format; `dpi` (within `dpiRange`) is for PNG, `title` for the properties of a PDF.
  ///
  /// Throws `missing-library` where librsvg is not installed, `bad-picture` for bytes that are not an SVG, and
  /// `picture-too-large` above 100 million pixels.
  public func convert(
    svg: [UInt8], dpi: Double = PictureFormat.dpi, title: String = ""
  ) throws(Diagnostic) -> [UInt8] {
    let rsvg = try Rsvg.load()
    switch self {
    case .png:
      let range = PictureFormat.dpiRange
      let dots = dpi.isFinite ? min(max(dpi, range.lowerBound), range.upperBound) : PictureFormat.dpi
      return try rsvg.png(svg, scale: dots / 96)
    case .pdf: return try rsvg.pdf(svg, title: SafeText.escape(title))
    }
  }

  /// Throws `missing-library` where the library of the conversion is not installed, before any work is done.
  public static func check() throws(Diagnostic) { _ = try Rsvg.load() }
}
