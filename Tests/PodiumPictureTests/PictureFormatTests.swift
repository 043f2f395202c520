import PodiumCore
import Testing

@testable import PodiumPicture

struct PictureFormatTests {
  private let svg = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20">
    <style>.c{color:#0072b2}.f{fill:currentColor}@media screen{.c{color:#000}}</style>
    <g class="f c"><rect x="5" y="5" width="20" height="10"/></g><text x="2" y="12">a</text></svg>
    """.utf8)

  /// The library is not needed to build podium; without it only the error can be checked.
  private static let isInstalled = (try? PictureFormat.check()) != nil

  @Test(.enabled(if: isInstalled, "librsvg2-2 is not installed"))
  func `a PNG has twice the pixels of the SVG, or as many as dpi asks for`() throws {
    let bytes = try PictureFormat.png.convert(svg: svg)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(size(bytes) == [60, 40])
    #expect(size(try PictureFormat.png.convert(svg: svg, dpi: 96)) == [30, 20])
  }

  @Test(.enabled(if: isInstalled, "librsvg2-2 is not installed"))
  func `the same picture gives the same bytes, and a PDF has no date`() throws {
    for format in PictureFormat.allCases {
      let bytes = try format.convert(svg: svg, title: "Rows")
      #expect(try format.convert(svg: svg, title: "Rows") == bytes)
    }
    let pdf = String(decoding: try PictureFormat.pdf.convert(svg: svg, title: "Rows"), as: UTF8.self)
    #expect(pdf.hasPrefix("%PDF-"))
    #expect(!pdf.contains("CreationDate"))
  }

  @Test(
    .enabled(if: isInstalled, "librsvg2-2 is not installed"),
    arguments: ["", "<svg", "not a picture", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>"])
  func `what is not an SVG is an error`(text: String) {
    for format in PictureFormat.allCases {
      let error = #expect(throws: Diagnostic.self) { try format.convert(svg: Array(text.utf8)) }
      #expect(error?.code == "bad-picture")
    }
  }

  @Test(.enabled(if: isInstalled, "librsvg2-2 is not installed"))
  func `a picture of too many pixels is an error`() {
    let large = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9000' height='9000'/>".utf8)
    let error = #expect(throws: Diagnostic.self) { try PictureFormat.png.convert(svg: large) }
    #expect(error?.code == "picture-too-large")
  }

  @Test func `a missing library names its package`() throws {
    var library = SystemLibrary.rsvg
    library.files = ["libnowhere.so.1"]
    let error = #expect(throws: Diagnostic.self) { try Rsvg.open(library) }
    #expect(error?.code == "missing-library")
    #expect(error?.help?.contains("librsvg2-2") == true)
  }

  /// Width and height of a PNG.
  private func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }
}
