import PodiumCore
import PodiumPlugin

@testable import PodiumFetch

/// Addresses, headers of answers and what is kept of them: an address, then a line each.
struct FuzzAddresses: FuzzTarget {
  let name = "addresses"

  func feed(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 200, omittingEmptySubsequences: false)
    var head = ResponseHead()
    var texts: [String] = []
    for line in lines.dropFirst() {
      FuzzCheck.that(head.add(line) || head.size > ResponseHead.sizeLimit, "headers within the limit are read")
      guard let kept = KeptHead.read(line) else { continue }
      let again = KeptHead.read(kept.head.line(length: kept.length, sum: kept.sum).utf8)
      FuzzCheck.that(again?.head == kept.head && again?.sum == kept.sum, "what is kept of an answer reads back")
    }
    for text in [head.etag, head.lastModified].compactMap({ $0 }) {
      FuzzCheck.that(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a header that is sent back is one line")
    }
    texts += [head.fileName, head.mediaType, head.packing].compactMap { $0 }
    let typed = String(decoding: lines.first ?? [], as: UTF8.self)
    do throws(Diagnostic) {
      let address = try WebAddress(typed)
      check(address)
      texts.append(address.lastPathPart)
    } catch {
      TablePromises.check(error)
    }
    Plant.check(texts)
  }

  private func check(_ address: WebAddress) {
    FuzzCheck.that(!address.host.isEmpty, "an address has a server")
    // The server is checked by libcurl.
    FuzzCheck.that(
      address.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } || address.hasCredentials,
      "an address has no blanks or control characters")
    guard address.hasCredentials else { return }
    FuzzCheck.that(WebAddress.masked(address.shown) == address.shown, "masking twice is masking once")
    FuzzCheck.that(address.shown.contains("***@"), "credentials are masked")
  }
}
