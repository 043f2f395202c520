import ArgumentParser
import Glibc
import PodiumCore
import PodiumFormats
import PodiumTestKit

/// An input that is small for its author and could be large for its reader.
struct Bomb: Sendable {
  let name: String
  /// How it is made in an empty folder: lines for the shell, or bytes of files.
  var shell = ""
  var files: @Sendable () throws -> [(name: String, bytes: [UInt8])] = { [] }
  /// What is run there, for the shell; `$0` is the program.
  let run: String
  /// What a refusal says.
  var refusals = [
    "too large", "at most", "more than", "larger than", "no more than", "limit", "would have", "too many",
    "does not allow",
  ]
  /// The seconds of processor time and the megabytes that a run may take.
  var limit = (seconds: 5.0, megabytes: 512)

  /// Makes it; gives its size on disk.
  func place(in folder: String, environment: [String: String]) throws -> Int {
    for file in try files() {
      guard let output = fopen(folder + "/" + file.name, "w") else {
        throw ValidationError("'\(file.name)' cannot be written")
      }
      fwrite(file.bytes, 1, file.bytes.count, output)
      fclose(output)
    }
    if !shell.isEmpty {
      let run = try ProgramRun(["/bin/sh", "-e", "-c", "cd \"$0\"\n" + shell, folder], environment: environment)
      guard run.status == 0 else { throw ValidationError("'\(name)' could not be made: \(run.errorText)") }
    }
    return FileTree.list(folder).reduce(0) { sum, file in
      var status = stat()
      return sum + (stat(file, &status) == 0 ? Int(status.st_blocks) * 512 : 0)
    }
  }

  /// The first error of an output, in one line.
  static func code(in file: String) -> String {
    guard let input = fopen(file, "r") else { return "no output" }
    defer { fclose(input) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, input))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let error = lines.first { $0.contains("error: ") } ?? lines.last ?? "no output"
    return SafeText.escape(String(error.prefix(160)))
  }
}

extension Bomb {
  static let quiet = "\"$0\" --no-rc --workspace :memory:"

  private static func packed(_ name: String, _ file: String, line: String, frame: (String, String) = ("", "")) -> Bomb {
    let body = "yes '\(line)' | head -c 60000000"
    return Bomb(
      name: name, shell: "{ printf '%s' '\(frame.0)'; \(body); printf '%s' '\(frame.1)'; } | gzip -9 >'\(file).gz'",
      run: "\(quiet) -c 'load \(file).gz' -c 'head 2'",
      refusals: ["MB", "memory", "limit", "times its size", "no rows"])
  }

  static let all = files + commands

  private static let files: [Bomb] = [
    packed("line-feeds.csv", "t.csv", line: ""),
    packed("numbers.csv", "t.csv", line: "1,2"),
    packed("objects.json", "t.json", line: "{},", frame: ("[", "{}]")),
    packed("arrays.json", "t.json", line: "[1,2],", frame: ("[", "[1,2]]")),
    packed("cells.html", "t.html", line: "<tr><td>1<td>2", frame: ("<table>", "</table>")),
    packed("blanks.txt", "t.txt", line: "1 2 3 4"),
    packed("rows.arff", "t.arff", line: "1", frame: ("@relation r\n@attribute a numeric\n@data\n", "")),
    Bomb(
      name: "attributes.arff",
      shell: "{ echo '@relation r'; seq -f '@attribute column%.0f numeric' 300000; echo @data; } >t.arff",
      run: "\(quiet) -c 'load t.arff'"),
    Bomb(
      name: "shared-text.xlsx", files: { [("t.xlsx", try sharedText())] }, run: "\(quiet) -c 'load t.xlsx' -c 'columns'"
    ),
    Bomb(name: "endless.sqlite", files: { [("t.sqlite", try endless())] }, run: "\(quiet) -c 'load t.sqlite'"),
    Bomb(
      name: "contains.csv",
      shell: """
        { printf 'a,b\\n'; head -c 1000000 /dev/zero | tr '\\0' a; printf ,; head -c 500000 /dev/zero | tr '\\0' a; echo b; } >t.csv
        """, run: "\(quiet) -c 'load t.csv' -c 'derive z = contains(a, b)' -c 'count z'"),
    Bomb(
      name: "brackets.md", shell: "yes '![[]()' | head -n 43000 | tr -d '\\n' >n.podium.md", run: page),
    Bomb(
      name: "wide-table.md",
      shell: """
        { seq -s '|' 500; yes '-|' | head -n 500 | tr -d '\\n'; echo; yes 'a|' | head -n 20000; } >n.podium.md
        """, run: page),
    Bomb(name: "emphasis.md", shell: "yes '*a _' | head -n 60000 | tr -d '\\n' >n.podium.md", run: page),
    Bomb(
      name: "no-line-feed", run: "head -c 4000000000 /dev/zero | tr '\\0' a | \(quiet)", refusals: ["16 MB"]),
    Bomb(
      name: "links",
      shell: "mkdir d; for n in a b c d; do ln -s . d/$n; done; printf '```podium\\n= 1 + 1\\n```\\n' >d/n.podium.md",
      run: "\"$0\" verify --update d && \"$0\" verify d"),
    Bomb(
      name: "sparse.csv", shell: "truncate -s 4000000000 t.csv", run: "\(quiet) -c 'load t.csv'",
      refusals: ["NUL", "binary", "memory"]),
    Bomb(
      name: "line-of-1-GB.arff",
      shell:
        "{ printf '@relation r\\n@attribute a string\\n@data\\n'; head -c 1000000000 /dev/zero | tr '\\0' a; } >t.arff",
      run: "\(quiet) -c 'load t.arff'", refusals: ["memory", "MB"]),
    Bomb(
      name: "deep-expression",
      shell: """
        { echo x; seq 10000; } >t.csv
        awk 'BEGIN { e = "x * 0.5"; for (i = 0; i < 240; i++) e = "x * 0.5 + (" e ")"; print "load t.csv"; print "derive z = " e }' >n
        """, run: "ulimit -v 340000; \(quiet) <n"),
    Bomb(
      name: "small-memory.csv", shell: "yes '12345,abcdefgh' | head -c 1000000000 >t.csv",
      run: "ulimit -v 1200000; \(quiet) -c 'load t.csv'", refusals: ["address space"]),
  ]

  private static let page = "\"$0\" export n.podium.md --to html -o n.html && test -s n.html"

  /// A workbook of 400,000 cells that name one text of 3.2 MB.
  private static func sharedText() throws -> [UInt8] {
    var rows = ""
    for row in 1...50_000 {
      rows += "<row r=\"\(row)\">" + String(repeating: "<c t=\"s\"><v>0</v></c>", count: 8) + "</row>"
    }
    return try MadeFile.workbook(
      rows: rows, texts: "<si><t>" + String(repeating: "long text ", count: 320_000) + "</t></si>")
  }

  /// A database whose only view never ends.
  private static func endless() throws -> [UInt8] {
    try MadeFile.database(
      "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, 'some text' AS t FROM c"
    )
  }
}
