extension Skeleton {
  /// The files of a Swift plugin: a package that needs only Foundation.
  static let swift: [(String, String)] = [
    (
      "plugin.json",
      """
      {
        "name": "NAME",
        "language": "swift",
        "build": "swift build -c release",
        "run": ".build/release/NAME"
      }

      """
    ),
    ("README.md", manual), ("tests/NAME.session", session),
    (
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(name: "NAME", targets: [.executableTarget(name: "NAME")])

      """
    ),
    (
      "Sources/NAME/main.swift",
      #"""
      import Foundation

      typealias Object = [String: Any]

      /// An error for the user: a code, a message in lower case, and what to do about it.
      struct Refusal: Error {
        let code: String
        let message: String
        var help = ""
      }

      func hello() -> Object {
        [
          "name": "NAME", "version": "0.1.0", "protocol": 1,
          "summary": "Results of NAME: points, winners and how well they were predicted.",
          "registers": [
            "importers": [
              [
                "key": "NAME", "summary": "Results file whose first line is '# NAME results'.",
                "begins": "# NAME results",
              ]
            ],
            "evaluators": [
              [
                "key": "NAME.winners",
                "summary": "Recall of the first class: the share of its rows that were predicted correctly.",
              ]
            ],
            "commands": [
              [
                "name": "NAME table", "summary": "Add up the points of each competitor.", "table": "needed",
                "parameters": [
                  [
                    "name": "top", "kind": "integer", "min": 1, "max": 1000, "default": 10,
                    "help": "Maximum number of competitors to show.",
                  ] as Object
                ],
                "examples": [
                  ["line": "NAME table", "after": ["load NAME-sample"], "caption": "all competitors", "prints": "Ada"] as Object,
                  [
                    "line": "NAME table top=0", "after": ["load NAME-sample"], "caption": "a number that is not allowed",
                    "fails": "bad-value",
                  ],
                ],
              ] as Object
            ],
            "datasets": [
              [
                "name": "NAME-sample", "path": "data/sample.txt", "importer": "NAME", "target": "result",
                "summary": "Twelve made-up results of three competitors.",
              ]
            ],
          ] as Object,
        ]
      }

      func column(_ name: String, _ type: String, _ values: [Any], _ more: Object = [:]) -> Object {
        ["name": name, "type": type, "values": values].merging(more) { $1 }
      }

      func load(_ ask: Object) throws -> Object {
        let name = ask["name"] as? String ?? ""
        let files = ask["files"] as? [Object] ?? []
        let text = ask["folder"] as? Bool == true ? "" : files.first?["text"] as? String ?? ""
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        guard lines.first == "# NAME results" else {
          throw Refusal(code: "unknown-format", message: "'\(name)' does not begin with '# NAME results'")
        }
        var competitors: [String] = []
        var rounds: [Int] = []
        var points: [Double] = []
        var results: [String] = []
        for (place, line) in lines.enumerated().dropFirst() {
          let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
          guard cells.count == 4, let round = Int(cells[1]), let number = Double(cells[2]),
            ["win", "loss"].contains(cells[3])
          else {
            throw Refusal(
              code: "bad-line", message: "line \(place + 1) of '\(name)' is not competitor,round,points,result",
              help: "write win or loss as the result")
          }
          competitors.append(cells[0])
          rounds.append(round)
          points.append(number)
          results.append(cells[3])
        }
        let columns = [
          column("competitor", "category", competitors, ["role": "id"]),
          column("round", "integer", rounds, ["role": "feature"]),
          column("points", "number", points, ["role": "feature"]),
          column("result", "ordered", results, ["levels": ["win", "loss"]]),
        ]
        return ["table": ["columns": columns], "evaluators": ["NAME.winners"]]
      }

      func evaluate(_ ask: Object) throws -> Object {
        guard let best = (ask["classes"] as? [String])?.first, let truth = ask["truth"] as? [String],
          let predicted = ask["predicted"] as? [String]
        else { throw Refusal(code: "wrong-target", message: "NAME.winners scores classes, not numbers") }
        let winners = zip(predicted, truth).filter { $0.1 == best }
        let hits = winners.filter { $0.0 == best }.count
        return [
          "measures": [
            [
              "name": "NAME.winners", "count": [hits, winners.count],
              "explanation": "rows of class '\(best)' predicted correctly",
            ] as Object
          ]
        ]
      }

      func command(_ ask: Object) throws -> Object {
        let list = (ask["table"] as? Object)?["columns"] as? [Object] ?? []
        func values(_ name: String) -> [Any]? { list.first { $0["name"] as? String == name }?["values"] as? [Any] }
        guard let competitors = values("competitor"), let points = values("points") else {
          throw Refusal(
            code: "unknown-column", message: "the table has no columns 'competitor' and 'points'",             help: "load a results file: load NAME FILE")
        }
        var sums: [String: Double] = [:]
        for (who, number) in zip(competitors, points) {
          if let who = who as? String, let number = number as? Double { sums[who, default: 0] += number }
        }
        let top = (ask["arguments"] as? Object)?["top"] as? Int ?? 10
        let rows = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(top)
        let columns = [column("competitor", "text", rows.map(\.key)), column("points", "number", rows.map(\.value))]
        return ["outputs": [["kind": "table", "table": ["columns": columns]] as Object]]
      }

      func answer(_ ask: Object) throws -> Object {
        switch ask["do"] as? String {
        case "hello": return hello()
        case "load": return try load(ask)
        case "evaluate": return try evaluate(ask)
        case "command": return try command(ask)
        default: throw Refusal(code: "unknown-request", message: "the request is not supported")
        }
      }

      while let line = readLine() {
        guard let ask = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object else { continue }
        var reply: Object
        do {
          reply = try answer(ask)
        } catch let refusal as Refusal {
          reply = ["error": ["code": refusal.code, "message": refusal.message, "help": refusal.help]]
        }
        reply["id"] = ask["id"]
        let data = try JSONSerialization.data(withJSONObject: reply)
        FileHandle.standardOutput.write(data + Data("\n".utf8))
      }

      """#
    ),
  ]
}
