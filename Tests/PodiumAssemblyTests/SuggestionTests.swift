import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

/// Commands that podium suggests: pasted, they start no program, whatever a file named.
@Suite("Suggested commands")
struct SuggestionTests {
  private static let evil = #"x" | touch X #"#
  private static let quoted = #""x"" | touch X #""#

  @Test("are typed for words, columns and texts so that they mean what was named")
  func texts() {
    #expect(
      ["iris", "a_b-c.d/e:f+g", "Åre", "Göteborg"].map(CommandText.word) == [
        "iris", "a_b-c.d/e:f+g", "Åre", "Göteborg",
      ])
    #expect(
      ["", "a b", "-a", "if", "a|b", "a;b", #"a"b"#, "a\nb", "$1", "`", ">f", "!x"].map(CommandText.word) == [
        #""""#, #""a b""#, #""-a""#, #""if""#, #""a|b""#, #""a;b""#, #""a\"b""#, #""a\nb""#, #""$1""#, #""`""#,
        #"">f""#, #""!x""#,
      ])
    #expect(["air", "air t", "2x", "if", "a`b"].map(CommandText.column) == ["air", "`air t`", "`2x`", "`if`", "`…`"])
    #expect(Session.quote(#"a\b"#) == #""a\\b""#)
  }

  /// A column of whole numbers, of which some are -99.
  private static func codes(_ name: String) -> String {
    name + ",z\n" + (0..<200).map { "\($0 % 9 == 0 ? -99 : $0 % 20 + 1),a\n" }.joined()
  }

  @Test("do what they say where a file names its columns and keys freely")
  func working() throws {
    var session = try Self.session(
      [
        "codes.csv": Self.codes("a b;!touch"), "words.csv": #"g,y\#n"u"" | touch X #",1\#nb,2\#n"#,
        "keys.json": #"{"n;!touch X": [{"y": 1}, {"y": 2}]}"#,
      ]) { _ in }
    func said(_ line: String) -> String {
      var texts: [String] = []
      let plain = session.registry.renderer("plain")
      _ = session.run(line) { report in
        texts += [report.error?.message, report.error?.help].compactMap(\.self)
        texts.append(plain?.render(report.outputs) ?? "")
      }
      return texts.joined(separator: "\n")
    }
    func after(_ start: String, in text: String) throws -> String {
      let place = try #require(text.firstRange(of: start), Comment(rawValue: text))
      return String(text[place.upperBound...].prefix { $0 != "\n" })
    }
    let replace = try after("go from 1 to 20: ", in: said("load codes.csv"))
    #expect(said(replace).contains("23 cells changed, 23 became missing"))
    #expect(try after("found at ", in: said("load keys.json")) == #"rows="n;!touch X""#)
    #expect(said(#"load keys.json rows="n;!touch X""#).contains("2 rows"))
    let text = try after("write text in quotes: ", in: said(#"load words.csv; filter g == `u" | touch X #`"#))
    #expect(text == #""u\" | touch X #""#)
    #expect(said("filter g == " + text).contains("1 of 2 rows pass"))
    // Advice that would take a quoted name apart is not given.
    #expect(!said(#"load codes.csv; sort "a b;!touch" desc"#).contains("write: sort"))
  }

  /// A session over some files that counts the programs it is asked to start.
  private static func session(_ files: [String: String], _ started: @escaping @Sendable (String) -> Void) throws
    -> Interpreter
  {
    var session = try BuiltIn.session(holding: files)
    session.services.shell = { (command, _, _) throws(Diagnostic) in
      started(command)
      return 0
    }
    return session
  }

  @Test("start no program when they are pasted, with foreign names of teams, tables and columns")
  func pasted() throws {
    let started = Mutex<[String]>([])
    let files = [
      "teams.csv": "date,home,away,home_goals,away_goals\n2025-05-01,\(Self.quoted),B,1,0\n"
        + "2025-05-02,\"- x\"\" | touch X #\",C,1,0\n",
      "odd.csv": "\(Self.quoted),y,z\n1,2,a\n2,3,b\n3,5,a\n",
      "text.csv": "\(Self.quoted),y,z\na b,2,a\nc d,3,b\ne,5,a\n",
      "n.csv": "n\n1\n",
      "plot.csv": "n,n;!touch,g;!touch,g\n"
        + (0..<40).map { "\($0),\($0),g\($0 % 2),\($0 % 2 == 0 ? "a" : "b")\n" }.joined(),
      "keys.json": #"{"n;!touch X": [{"y": 1}], "x\" | touch X": [{"y": 1}, {"y": 2}]}"#,
      "codes.csv": Self.codes("n;!touch"),
    ]
    let lines = [
      "football import teams.csv competition=D1 season=2025", "load odd.csv", "load text.csv", "append odd",
      "use odd; append text",
      "use odd; join text on=y", #"use odd; split "x\" | touch X #" into=a,b"#, #"label "x\" | touch X #""#,
      "cv tree k=2",
      #"use text; label "x\" | touch X #" task=number"#, #"drop "x\" | touch X #" nothing"#,
      #"summarize mean(y) by "x\" | touch X #""#, #"= mean(`x" | touch X #`)"#, #"= `x" | touch X #`"#,
      #"use "x\" | touch X #""#, #"load "x\" | touch X #""#, #"save "x\" | touch X #""#, #"save "x\" | touch X #""#,
      #"load saved "x\" | touch X #""#, #"derive "x\" | touch X #" = y"#, #"features "x\" | touch X #""#,
      #"ski pair "x\" | touch X #" delete"#, #"surf spot "x\" | touch X #""#, #"football table "x\" | touch X #""#,
      #"head to "x\" | touch X #""#, #"help "x\" | touch X #""#, #"level "x\" | touch X #" a,b"#,
      "load plot.csv", "plot line `g;!touch`", "plot box `g;!touch`", "plot bar `n;!touch` order=name",
      "plot scatter n color=`n;!touch`", #"level "n;!touch" a,b"#, #"predict "n.csv;!touch""#,
      #"role "n;!touch" group; label "n;!touch""#,
      "role `n;!touch` feature; derive `n;!touched` = choose(g == 'a', 'p', 'q')",
      "label g; cv tree k=2", #"type n number zone="x;!touch""#,
      #"use text; filter y == "a" | touch"#, #"load teams.csv; filter team == `x" | touch X #`"#, "load keys.json",
      "load codes.csv",
    ]
    let verbs = Set(BuiltIn.registry.commands.keys.map { String($0.prefix { $0 != " " }) } + ["="])
    var tried = 0
    var session = try Self.session(files) { command in started.withLock { $0.append(command) } }
    for line in lines {
      var texts: [String] = []
      let plain = session.registry.renderer("plain")
      _ = session.run(line) { report in
        texts += [report.error?.help, report.error?.message, report.error?.cause].compactMap(\.self)
        texts.append(plain?.render(report.outputs) ?? "")
      }
      for text in texts.flatMap({ $0.split(separator: "\n") }) {
        // Whatever begins with a verb may be pasted as it is to the end of the line.
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for place in words.indices where verbs.contains(String(words[place])) {
          var other = try Self.session(files) { command in
            started.withLock { $0.append("\(line): \(text): \(command)") }
          }
          // A table with columns of the first part of such names, so that what follows a semicolon would run.
          _ = other.run("load plot.csv") { _ in }
          _ = other.run(words[place...].joined(separator: " ")) { _ in }
          tried += 1
        }
      }
    }
    #expect(started.withLock { $0 } == [])
    #expect(tried > 20)
  }
}
