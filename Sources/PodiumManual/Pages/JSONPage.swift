internal import PodiumRender

/// The page of the JSON contract.
enum JSONPage {
  static var page: ManualPage {
    var page = ManualPage(
      "json", "The JSON contract", summary: "Every kind of output of `--format json`, with its members.",
      introduction: """
        `podium --format json` (or `set format=json`) writes JSON Lines in UTF-8: one object per command, in the order of the
        commands, each on one line. The commands of a line with `;` have one object each. Errors are in these objects on
        standard output, and as text on standard error. With jq:

        ```sh
        podium --format json -c 'load iris' -c 'label species' -c 'cv tree k=10' |
          jq -r '.outputs[] | select(.kind == "evaluation") | .measures.accuracy.mean'
        ```

        ## What is promised

        - Version 1 (`"v":1`) only grows: podium adds members, kinds, statuses and error codes. It removes, renames and
          retypes nothing. Ignore what you do not know.
        - Names of members, record fields and table columns, and error codes, are stable. The words of messages, titles,
          notes, warnings and text are not.
        - [Error codes](error-codes.md) lists the codes.
        - Numbers are the shortest decimals that read back as the same double. Measures are fractions: 0.95, not 95.
        - Undefined is `null`: the missing cell of a table, a measure without a value. Infinities do not occur.
        - Dates are ISO 8601: `2026-02-17`, `2026-02-17T09:30:00`.
        - Rows, folds and class numbers count from 0; cells and lines from 1.
        - Lists and tables are complete, regardless of `set rows` and `set width`.
        """)
    page.sections.append(
      ManualSection(
        "The object of a command",
        members(JSONContract.line) + "\n\n"
          + "```json\n"
          + #"{"v":1,"cell":5,"input":"cv smv","status":"error","outputs":[],"error":{"code":"unknown-learner","message":"unknown learner 'smv'; did you mean 'svm'?","span":[3,6],"help":"…"},"elapsed_ms":0.2}"#
          + "\n```\n\nThe member `error`:\n\n" + members(JSONContract.error)))
    page.sections.append(ManualSection("Kinds of output", "Every output has a `kind` and the members of that kind."))
    for kind in JSONContract.kinds {
      page.sections.append(
        ManualSection(kind.name, level: 3, MarkdownText.text(kind.summary) + "\n\n" + members(kind.members)))
    }
    page.sections.append(
      ManualSection(
        "Other JSON",
        """
        - `podium verify --json` writes one object per notebook, which [the page on notebooks](notebooks.md#reports-as-json)
          describes.
        - `podium doctor --format json` writes `{"v":1,"findings":[{"section","name","value","ok"}]}`.
        - `save FILE.json`, `.ndjson` and `.rows.json` write tables as data, not as outputs.
        """))
    return page
  }

  private static func members(_ list: [JSONContract.Member]) -> String {
    MarkdownText.table(["member", "type", "meaning"], rows(list, ""))
  }

  private static func rows(_ list: [JSONContract.Member], _ path: String) -> [[String]] {
    list.flatMap { member in
      let name = path + member.name
      let row = [
        MarkdownText.code(name), member.form.text,
        MarkdownText.text(member.meaning) + (member.isRequired ? "" : " (may be absent)"),
      ]
      return [row] + inner(member.form, name)
    }
  }

  private static func inner(_ form: JSONContract.Form, _ path: String) -> [[String]] {
    switch form {
    case .list(let form): inner(form, path + "[]")
    case .optional(let form): inner(form, path)
    case .map(let form): inner(form, path + ".NAME")
    case .object(let members): rows(members, path + ".")
    default: []
    }
  }
}
