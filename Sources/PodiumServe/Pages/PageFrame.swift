internal import PodiumCore
internal import PodiumPlugin

/// What all pages share: their head, the menu of what an account sees, who is logged in.
struct PageFrame {
  let words: PageWords
  let account: Account?
  let menu: [(title: String, address: String)]
  let title: String
  let address: String
  /// What is wrong with the address.
  var problem: Diagnostic?

  func answer(
    status: Int = 200, _ content: [HTML], header: [ServedAnswer.Field] = [], reason: Diagnostic? = nil
  ) -> ServedAnswer {
    let head = HTML.tag(
      "head", [:], .tag("meta", ["charset": "utf-8"]),
      .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .tag("meta", ["name": "color-scheme", "content": "light dark"]), .tag("title", [:], .text(title + " · podium")),
      .tag("link", ["rel": "stylesheet", "href": PageAssets.style.address]),
      .tag("script", ["src": PageAssets.script.address, "defer": ""]))
    let main = HTML.tag(
      "main", ["id": "main"],
      [.tag("h1", [:], .text(title))] + (problem.map { [PageForm.alert($0, words)] } ?? []) + content)
    let body = HTML.tag(
      "body", [:], .tag("a", ["class": "skip", "href": "#main"], .text(words["Skip to the page"])), top, main)
    let page = "<!DOCTYPE html>\n" + HTML.tag("html", ["lang": words.language], head, body).text + "\n"
    return ServedAnswer(
      status, PageFrame.type, Array(page.utf8),
      header: [.init("Vary", "Accept, Accept-Language, Authorization, Cookie")] + header,
      reason: reason)
  }

  static let type = "text/html; charset=utf-8"

  private var top: HTML {
    let links = ([("podium", "/")] + menu.map { (words[$0.title], $0.address) }).map { title, address in
      HTML.tag(
        "li", [:],
        .tag("a", ["href": address, "aria-current": address == self.address ? "page" : nil], .text(title)))
    }
    return .tag(
      "header", [:], .tag("nav", ["aria-label": words["Pages"]], .tag("ul", [:], links)),
      account.map { account in
        .tag(
          "form", ["method": "post", "action": "/logout", "id": "logout"],
          .tag("span", ["id": "account", "data-account": account.name], .text(account.name)), " ",
          .tag("button", [:], .text(words["Log out"])))
      } ?? (address == "/login" ? "" : .link(words["Log in"], to: "/login?next=" + PercentText.encoded(address))))
  }
}

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
