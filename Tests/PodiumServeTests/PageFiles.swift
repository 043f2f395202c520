import Foundation
import PodiumCore
import Testing

@testable import PodiumServe

/// Writes pages as files, for a browser that looks at them: `PODIUM_PAGES=FOLDER ./test --filter PageFiles`.
@Suite struct PageFiles {
  private static let folder = ProcessInfo.processInfo.environment["PODIUM_PAGES"]

  @Test(.enabled(if: folder != nil, "PODIUM_PAGES names no folder")) func `pages are written as files`() throws {
    let folder = try #require(Self.folder)
    let session = try PageTests.session(publicPages: ["live", "football/match", "football/table"])
    func write(_ body: [UInt8], _ path: String) throws {
      let file = URL(fileURLWithPath: folder + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(body).write(to: file)
    }
    for asset in [PageAssets.style, PageAssets.script] {
      try write(try session.send("GET", asset.address, as: nil).answer.body, asset.address)
    }
    let pages = [
      ("root", "/"), ("root", "/live"), ("root", "/football/match/1"), ("root", "/football/table/Div%204A/2026"),
      ("root", "/football/matches"), ("skif", "/report"), ("root", "/ski/sessions"), ("root", "/ski/session/1"),
      ("root", "/ski/pairs"), ("root", "/ski/pair/4711001"), ("root", "/ski/recommend"), ("root", "/surf/spots"),
      ("root", "/surf/forecast/Ramp"), ("root", "/surf/windows/Ramp"), ("root", "/surf/journal"),
      ("root", "/surf/preferences"), ("root", "/surf/profile"), ("root", "/api/v1/ski/pair"),
      ("root", "/api/v1/ski/pair/4711001"), (nil, "/login"), (nil, "/live"), ("root", "/ski/pair/999"),
    ]
    for (account, target) in pages {
      for language in ["en", "sv"] where language == "en" || ["/", "/live", "/report", "/login"].contains(target) {
        let header = ["accept-language": language]
        let answer = try PageTests.page(session, target, as: account, header: header).answer
        let name = (account ?? "nobody") + "-" + language + target.replacing("/", with: "-").replacing("%20", with: "-")
        try write(answer.body, "/" + name + ".html")
      }
    }
    try write(try session.send("GET", "/api/v1/openapi.json", as: "root").answer.body, "/openapi.json")
  }
}
