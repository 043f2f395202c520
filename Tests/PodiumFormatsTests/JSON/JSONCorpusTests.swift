import PodiumCore
import Testing

@testable import PodiumFormats

/// Runs over files next to the checkout that are not part of it; skipped if they are absent.
struct JSONCorpusTests {
  private static let folder = "corpora/json/JSONTestSuite"

  /// Whether a file is JSON, regardless of whether it is a table.
  private func isJSON(_ path: String) -> Bool {
    do throws(Diagnostic) {
      _ = try JSONTableReader.read(SharedFiles.bytes(path), name: path, cancellation: Cancellation())
      return true
    } catch {
      #expect(error.code == "malformed-json" || error.code == "not-tabular", "\(path): \(error.code)")
      return error.code == "not-tabular"
    }
  }

  @Test(.enabled(if: SharedFiles.exist(folder), "the shared corpora are not next to this checkout"))
  func `JSONTestSuite gives the expected verdicts`() {
    var judged = 0
    for path in SharedFiles.list(JSONCorpusTests.folder + "/test_parsing", endings: ["json"]) {
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix("y_") { #expect(isJSON(path), "\(name)") }
      if name.hasPrefix("n_") { #expect(!isJSON(path), "\(name)") }
      // What the suite leaves open: every number is JSON, lone surrogates and bytes that are not UTF-8 are not.
      if name.hasPrefix("i_number") { #expect(isJSON(path), "\(name)") }
      if name.hasPrefix("i_string"), !name.lowercased().contains("utf16"), !name.contains("UTF-16LE_with_BOM") {
        #expect(!isJSON(path), "\(name)")
      }
      judged += 1
    }
    #expect(judged > 100)
    for path in SharedFiles.list(JSONCorpusTests.folder + "/test_transform", endings: ["json"]) { _ = isJSON(path) }
  }

  @Test(.enabled(if: SharedFiles.exist("corpora/bombs"), "the shared corpora are not next to this checkout"))
  func `bombs are refused or read`() {
    for (file, code) in [
      ("deep-object-300k.json.gz", "malformed-json"), ("dupkeys.json", nil), ("hugenum.json", nil),
    ] as [(String, String?)] {
      do throws(Diagnostic) {
        let bytes = try Gzip.unpacked(
          SharedFiles.bytes("corpora/bombs/" + file), name: file, cancellation: Cancellation())
        _ = try JSONTableReader.read(bytes, name: file, cancellation: Cancellation())
      } catch {
        #expect(error.code == code ?? "not-tabular", "\(file)")
      }
    }
  }
}
