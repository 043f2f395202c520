import Testing

@testable import PodiumServe

/// Pages on a telephone.
@Suite struct NarrowPageTests {
  @Test func `a list on a telephone has the short columns of a narrow screen, and what leads to other pages`() throws {
    let session = try PageTests.session()
    let page = try PageTests.page(session, "/ski/sessions", as: "karis").text
    #expect(page.contains("<th class=\"more\">time</th><th class=\"less\">day</th>"))
    // A form of the page asks for the place.
    #expect(page.contains("<th>place</th>"))
    #expect(page.contains("<p class=\"less note\">a wider screen shows also snow, ski_type, pairs, waxer, season"))
    let style = String(decoding: PageAssets.style.body, as: UTF8.self)
    #expect(style.contains(".less { display: none; }") && style.contains("td.less { display: table-cell; }"))
    // No link is in a column that a telephone leaves out.
    for target in ["/ski/sessions", "/ski/session/1", "/ski/pairs", "/ski/pair/4711001/tests", "/surf/spots"] {
      let page = try PageTests.page(session, target, as: "root")
      #expect(page.answer.status == 200 && !page.text.contains("more\"><a"), "\(target)")
    }
  }

  @Test func `a list of which no column is essential has those that fit a telephone`() throws {
    let session = try PageTests.session()
    let spots = try PageTests.page(session, "/surf/spots", as: "root").text
    #expect(spots.contains("<th class=\"number more\">distance_km</th>") && spots.contains("<th>name</th>"), "\(spots)")
    #expect(spots.contains("<p class=\"less note\">a wider screen shows also") && !spots.contains("more\"><a"))
    let tables = try PageTests.page(session, "/football/tables", as: "root").text
    #expect(
      tables.contains("more\">") && tables.contains("<th>code</th>") && !tables.contains("more\"><a"), "\(tables)")
    let journal = try PageTests.page(session, "/surf/journal", as: "root").text
    #expect(journal.contains("<th class=\"more\">start</th><th class=\"less\">day</th>"), "\(journal)")
    #expect(
      journal.contains("<th class=\"number\">rating</th>") && journal.contains("<th class=\"number more\">minutes"))
  }

  @Test func `what a telephone leaves out is named in Swedish too`() throws {
    let swedish = PageWords(try #require(ServedRequest("GET", "/", header: ["accept-language": "sv"], body: [])))
    let session = try PageTests.session()
    let header = ["accept-language": "sv"]
    let page = try PageTests.page(session, "/football/match/1", as: "skif", header: header).text
    #expect(page.contains("<th class=\"less\">sida</th>") && page.contains("<td class=\"less\">hemma</td>"), "\(page)")
    // The number of a report is what the form takes that declares it void.
    #expect(page.contains("<th class=\"number\">nummer</th>"), "\(page)")
    #expect(page.contains("<p class=\"less note\">en bredare skärm visar även ogiltig, av"), "\(page)")
    #expect(swedish.note("a wider screen shows also minute, state") == "en bredare skärm visar även minute, state")
  }
}
