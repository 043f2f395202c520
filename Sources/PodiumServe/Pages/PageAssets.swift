internal import PodiumCore

/// The one style sheet and the one script of all pages, each at an address with its hash, so that browsers keep them.
struct PageAssets {
  let address: String
  private let body: [UInt8]
  private let type: String

  private init(_ name: String, _ ending: String, _ type: String, _ text: String) {
    body = Array(text.utf8)
    address = "/assets/\(name)-\(SHA256.hex(body).prefix(16)).\(ending)"
    self.type = type
  }

  static let style = PageAssets("style", "css", "text/css; charset=utf-8", PageStyle.text)
  static let script = PageAssets("script", "js", "text/javascript; charset=utf-8", PageScript.text)

  /// The asset of a name; nil where there is none.
  static func answer(_ name: String) -> ServedAnswer? {
    [style, script].first { $0.address == "/assets/" + name }.map { asset in
      ServedAnswer(
        200, asset.type, asset.body, header: [.init("Cache-Control", "public, max-age=31536000, immutable")])
    }
  }
}
