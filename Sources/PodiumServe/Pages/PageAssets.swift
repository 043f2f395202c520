internal import PodiumCore

/// The one style sheet and the one script of all pages, each at an address with its hash, so that browsers keep them.
struct PageAssets {
  let address: String
  let body: [UInt8]
  private let type: String

  private init(_ name: String, _ ending: String, _ type: String, _ body: [UInt8]) {
    address = "/assets/\(name)-\(SHA256.hex(body).prefix(16)).\(ending)"
    (self.body, self.type) = (body, type)
  }

  static let style = PageAssets("style", "css", "text/css; charset=utf-8", PackageResources.style_css)
  static let script = PageAssets("script", "js", "text/javascript; charset=utf-8", PackageResources.script_js)

  /// The asset of a name; nil where there is none.
  static func answer(_ name: String) -> ServedAnswer? {
    [style, script].first { $0.address == "/assets/" + name }.map { asset in
      ServedAnswer(
        200, asset.type, asset.body, header: [.init("Cache-Control", "public, max-age=31536000, immutable")])
    }
  }
}
