internal import PodiumCommands
internal import PodiumCore
internal import PodiumEngine
internal import PodiumLearn
internal import PodiumPlugin

/// The pages of the other catalogues: formats, settings, functions, datasets, figures and topics.
struct CataloguePages {
  let registry: Registry
  let examples: ManualExamples

  func pages() throws(Diagnostic) -> [ManualPage] {
    [formats, settings, functions, datasets, try topics()]
  }

  // MARK: Formats

  private var formats: ManualPage {
    let importers = registry.importers.values.inCodePointOrder(by: \.key)
    let exporters = registry.exporters.values.inCodePointOrder(by: \.key)
    let renderers = registry.renderers.values.inCodePointOrder(by: \.key)
    let reading = importers.map {
      [
        "[\(MarkdownText.code($0.key))](#\(MarkdownText.anchor("importer " + $0.key)))", MarkdownText.text($0.summary),
        endings($0.extensions),
      ]
    }
    let writing = exporters.map { [MarkdownText.code($0.key), endings($0.extensions)] }
    let showing = renderers.map {
      [
        MarkdownText.code($0.key), MarkdownText.text($0.summary), $0.mediaType.map { MarkdownText.code($0) } ?? "",
        endings($0.extensions),
      ]
    }
    var sections = [
      ManualSection(
        "Importers",
        """
        `load FILE` chooses an importer by the file extension and the content; `load KEY FILE` names one. Files may be
        compressed with gzip, and may be addresses (`https://…`). `load` reports what it inferred and what it could not read.

        """ + "\n" + MarkdownText.table(["importer", "reads", "extensions"], reading))
    ]
    for importer in importers {
      let body =
        LearningPages.sentence(importer.summary) + "\n\n"
        + (importer.parameters.isEmpty ? "It takes no keys." : ParameterTable.markdown(importer.parameters))
      sections.append(ManualSection("Importer " + importer.key, level: 3, body))
    }
    sections += [
      ManualSection(
        "Limits of a file",
        """
        Beyond these sizes reading stops with the error `too-large`, which names the limit:

        - The reader of a file takes at most \(ReadBudget.least >> 20) MB of memory or \(ReadBudget.times) times the size of the file
          on disk, whichever is more, and at most seven eighths of the memory that is free: what `ulimit -v`, the machine and
          the control group leave.
        - A file has at most 4 GB, a cell 16 MB, and a table 100,000 columns.
        - A file that is compressed with gzip unpacks to at most 1 GB and, above 64 MB, to less than 200 times its size.
        - A table of more than 8 million cells has values in at least one of sixteen.
        """),
      ManualSection(
        "Exporters",
        "`save FILE` writes the current table in the format of the file extension.\n\n"
          + MarkdownText.table(["exporter", "extensions"], writing)),
      ManualSection(
        "Output formats",
        """
        `--format`, `set format=` and `COMMAND to FILE` write what a command shows. A format that holds only tables sends
        notes and warnings to standard error.

        """ + "\n" + MarkdownText.table(["format", "what it writes", "MIME type", "extensions"], showing)),
    ]
    return ManualPage(
      "formats", "File and output formats", summary: "Importers, exporters and output formats.", sections: sections)
  }

  private func endings(_ list: [String]) -> String { list.map { MarkdownText.code("." + $0) }.joined(separator: " ") }

  // MARK: Settings and functions

  private var settings: ManualPage {
    let standard = standardSettings
    let rows = CommandManual.settings.map { setting in
      [
        MarkdownText.code(setting.name), MarkdownText.text(setting.help), MarkdownText.text(setting.allowed),
        standard[setting.name].map { MarkdownText.code($0) } ?? "",
      ]
    }
    return ManualPage(
      "settings", "Settings", summary: "What `set NAME=VALUE` changes.",
      introduction: """
        `set` shows the settings and `set NAME=VALUE` changes one for the session; `undo` reverses it. Put settings you always
        want into the [startup file](files.md). The values of `threads` and `executor` never change a result.

        \(MarkdownText.table(["setting", "meaning", "values", "default"], rows))
        """)
  }

  /// What a new session has, by the names of the settings; nothing for what depends on the machine.
  private var standardSettings: [String: String] {
    var settings: [String: String] = [:]
    guard var apart = examples.session.apart() else { return [:] }
    _ = apart.run("set") { report in
      for case .record(let record) in report.outputs {
        for field in record.fields { settings[field.name] = field.values.first?.fileText }
      }
    }
    settings["threads"] = "one per processor"
    return settings
  }

  private var functions: ManualPage {
    let rows = ExpressionFunctions.synopses.map { [MarkdownText.code($0.use), MarkdownText.text($0.summary)] }
    let aggregates = ExpressionAggregates.synopses.map { [MarkdownText.code($0.use), MarkdownText.text($0.summary)] }
    return ManualPage(
      "functions", "Functions", summary: "Functions you can use in expressions.",
      introduction: "Use these functions in [expressions](language.md#expressions).",
      sections: [
        ManualSection(
          "Functions of one row",
          "After `if`, in `assert` and after `=`.\n\n" + MarkdownText.table(["function", "value"], rows)),
        ManualSection(
          "Functions of many rows",
          "After `=`, and in `derive`, `replace`, `filter`, `keep`, `drop` and `summarize`: they reduce the rows, or those of each "
            + "group of `by`, to one value. Missing values are skipped.\n\n"
            + MarkdownText.table(["function", "value"], aggregates)),
        ManualSection(
          "Windows",
          "In `derive`, `replace`, `filter`, `keep` and `drop`: each row gets a value of the rows around it, in the order of "
            + "`order=` and within the groups of `by`.\n\n"
            + MarkdownText.table(
              ["function", "value"],
              ExpressionWindows.synopses.map { [MarkdownText.code($0.use), MarkdownText.text($0.summary)] })),
        ManualSection(
          "Functions of plugins",
          "A missing argument gives a missing value.\n\n"
            + MarkdownText.table(
              ["function", "value"],
              registry.functions.values.inCodePointOrder(by: \.name).map {
                [MarkdownText.code($0.use), MarkdownText.text($0.summary)]
              })),
      ])
  }

  // MARK: Datasets and figures

  private var datasets: ManualPage {
    let rows = registry.datasets.values.inCodePointOrder(by: \.name).map {
      [MarkdownText.code($0.name), MarkdownText.text($0.summary), $0.target.map { MarkdownText.code($0) } ?? ""]
    }
    let figures = registry.figures.values.inCodePointOrder(by: \.key)
    let executors = registry.executors.values.inCodePointOrder(by: \.key).map {
      [MarkdownText.code($0.key), MarkdownText.text($0.summary)]
    }
    return ManualPage(
      "catalogues", "Datasets, figures and executors", summary: "Bundled tables, pictures, and ways to run jobs.",
      sections: [
        ManualSection(
          "Datasets",
          "`load NAME` loads a bundled table.\n\n" + MarkdownText.table(["dataset", "content", "target"], rows)),
        ManualSection(
          "Figures",
          "`figure KEY` draws the current table as an SVG; `to FILE` writes it.\n\n"
            + MarkdownText.table(
              ["figure", "what it draws"],
              figures.map { [MarkdownText.code($0.key), MarkdownText.text($0.summary)] })),
      ]
        + figures.filter { !$0.parameters.isEmpty }.map {
          ManualSection("Figure " + $0.key, level: 3, ParameterTable.markdown($0.parameters))
        } + [
          ManualSection(
            "Executors",
            "`set executor=` and `--executor` choose what runs folds, fits and other jobs. Results are the same.\n\n"
              + MarkdownText.table(["executor", "what it is"], executors))
        ])
  }

  // MARK: Topics

  private func topics() throws(Diagnostic) -> ManualPage {
    var page = ManualPage(
      "topics", "Help topics", summary: "What `help TOPIC` explains at the prompt.",
      introduction: "Short answers to questions that no single command answers; `help NAME` shows each at the prompt.")
    for topic in CommandManual.topics {
      var parts = [
        MarkdownText.text(topic.summary),
        MarkdownText.block(topic.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }),
      ]
      let shown = try examples.markdown(topic.examples, of: topic.name)
      if !shown.isEmpty { parts.append(shown) }
      page.sections.append(ManualSection(topic.name, parts.joined(separator: "\n\n")))
    }
    return page
  }
}
