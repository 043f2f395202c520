public import PodiumCore
public import PodiumPlugin

extension Interpreter {
  /// Runs every command of a text and passes on each report as it comes; stops at the first error.
  ///
  /// Returns whether all ran. With `keepGoing` it continues after errors. Places of errors name `file`. A text that is one command
  /// may come with what `request(for:)` made of it, so that it is not read twice.
  public mutating func run(
    _ text: String, as known: CommandRequest? = nil, file: String? = nil, firstLine: Int = 1, keepGoing: Bool = false,
    report: (CommandReport) -> Void
  ) -> Bool {
    let script = Script(text)
    var succeeded = true
    let (outerPlace, observer) = (session.replayPlace, observer)
    // What a command runs itself is part of its report.
    self.observer = nil
    defer { (session.replayPlace, self.observer) = (outerPlace, observer) }
    // An external command may see Ctrl-C before we do.
    var isStopped = false
    for (place, piece) in script.pieces.enumerated() {
      let isLast = place == script.pieces.count - 1
      if outerPlace == nil, file != nil, script.pieces.count > 1 {
        session.replayPlace = Progress.Part("command", place + 1, of: script.pieces.count)
      }
      // Only a complete piece may run; an unfinished one is an error.
      let refusal = CommandLimit.refusal(of: piece.text)
      // What is too long to run is too long to show.
      let input = refusal == nil ? piece.text : String(piece.text.unicodeScalars.prefix(80)).cut(toWidth: 40)
      let unfinished = refusal ?? (isLast ? script.unfinished : nil)
      observer?.starts(isCounting ? cellCount + 1 : 0, MaskedText(input).text)
      let statement = script.pieces.count == 1 ? known?.statement : nil
      for var entry in run(input, as: statement, unfinished: unfinished) {
        // proc means data=t; var x; run;
        if entry.error?.code == "unknown-command", !isLast,
          let help = session.advice(ofStep: script.pieces[place...].map(\.text))
        {
          entry.error?.help = help
        }
        if let file, entry.error != nil {
          entry.error = entry.error?.inFile(file, line: piece.line + firstLine - 1)
        }
        observer?.reports(entry, self)
        report(entry)
        if entry.status != .ok { succeeded = false }
        if entry.status == .interrupted { isStopped = true }
      }
      // Ctrl-C pressed after the end of this command counts as stopping the next one.
      if exitStatus != nil || isStopped || (cancellation.isCancelled && isLast) { return succeeded }
      if !succeeded, !keepGoing { return false }
    }
    return succeeded
  }

  /// Resets how the previous text ended, before another one runs.
  mutating func forgetEnds() {
    (exitStatus, wasRefused, wasInterrupted) = (nil, false, false)
  }

  /// Runs one command; reports of commands that it ran itself come before its own.
  mutating func run(_ text: String, as known: Statement? = nil, unfinished: Diagnostic?) -> [CommandReport] {
    if isCounting { session.cellCount += 1 }
    let cell = isCounting ? cellCount : 0
    let start = services.clock()
    // What is kept and shown of the command.
    let masked = MaskedText(text)
    var statement: Statement?
    let before = self
    var copy = self
    copy.innerReports = []
    copy.wroteWorkspace = false
    let files = NotedFiles(services.files)
    copy.services.files = files
    copy.session.verdict = nil
    copy.session.commandText = masked.text
    var outputs: [Output] = []
    var failure: Diagnostic?
    var isKept = false
    do throws(Diagnostic) {
      try cancellation.check()
      if let unfinished { throw unfinished }
      let parsed: Statement
      if let known { parsed = known } else { parsed = try session.parsed(text) }
      statement = parsed
      copy.session.keepTime(for: text)
      try permit(parsed, masked.text)
      services.wholeStore?.begin(masked.text, cancellation: cancellation)
      services.beforeCommand?(state.settings, cancellation)
      session.progressed?(Progress(masked.text))
      do throws(Diagnostic) {
        outputs = try copy.executeSoundly(parsed, cell: cell)
      } catch {
        services.wholeStore?.rollBack()
        // What the commands inside of it made is theirs.
        if copy.innerReports.isEmpty { files.takeBackFolders() }
        let error = session.advised(missingWorkspace(instead: session.explained(error, parsed)), text)
        guard parsed.prefixes.isTried, error.code != Diagnostic.interrupted.code else { throw error }
        copy = self
        let message = masked.masking(error).message + (files.remains.map { "; " + $0 } ?? "")
        outputs = [.warning("the command failed: " + message)]
      }
      if let verdict = copy.session.verdict {
        copy.session.verdict = nil
        if parsed.prefixes.isTried {
          outputs.append(.warning("the command failed: " + verdict.message))
        } else {
          (failure, isKept) = (verdict, true)
        }
      }
    } catch {
      // A command that runs others names the files of all of them.
      failure = masked.masking(services.files is NotedFiles ? error : files.remaining(after: error))
    }
    if copy.services.files as? NotedFiles === files { copy.services.files = services.files }
    var inner = copy.innerReports
    copy.innerReports = []
    if statement?.prefixes.isQuiet == true {
      for place in inner.indices { inner[place].outputs = Interpreter.warnings(of: inner[place].outputs) }
    }
    var status = CommandReport.Status.ok
    if let failure {
      status = failure.code == Diagnostic.interrupted.code ? .interrupted : .error
      outputs = []
      if isKept { self = copy }
      session.cellCount = max(cellCount, copy.cellCount)
      if Interpreter.refusals.contains(failure.code) { wasRefused = true }
      if status == .interrupted { wasInterrupted = true }
    } else {
      self = copy
    }
    var report = CommandReport(
      cell: cell, input: masked.text, status: status, outputs: outputs.map(\.abridged), error: failure,
      milliseconds: (services.clock() - start) * 1000, settings: state.settings,
      isTimed: statement?.prefixes.isTimed ?? false)
    if isCounting {
      let signature = signature(of: statement)
      cells.append(
        .init(
          inner + [report], typed: text, statement, signature: signature, isInner: sourceDepth > 0,
          trace: failure == nil ? trace(statement, signature, files.uses, from: before) : CellTrace(files: files.uses)),
        seed: before.state.settings.seed)
      if let warning = recordCell() { report.outputs.append(warning) }
    }
    if masked.hidesSomething, !notedPassword {
      notedPassword = true
      report.outputs.append(
        .notice(
          "notebooks, exported pages and the history file have *** in place of the user and password in the address"))
    }
    return inner + [report]
  }

  /// What `quiet:` leaves of the outputs.
  private static func warnings(of outputs: [Output]) -> [Output] {
    outputs.filter { if case .warning = $0 { true } else { false } }
  }

  /// The error for a name that is unknown because the workspace is missing: its path is most likely misspelt.
  private func missingWorkspace(instead error: Diagnostic) -> Diagnostic {
    guard error.code.hasPrefix("unknown-"), error.code != "unknown-file", let store = services.wholeStore else {
      return error
    }
    do throws(Diagnostic) { try store.refuseMissing() } catch let missing {
      var found = missing
      (found.span, found.cause) = (error.span, error.message)
      return found
    }
    return error
  }

  /// The errors that mean a file could not be run here.
  private static let refusals: Set<String> = ["trust-refused", "network-closed", "changed-data", "missing-data"]

  private func signature(of statement: Statement?) -> Signature? {
    guard case .command(let syntax)? = statement?.body else { return nil }
    return (try? session.command(for: syntax))?.0.signature
  }

  /// A text as the command that it is, without running it, with `***` for users and passwords in its addresses.
  ///
  /// Throws what the grammar refuses.
  public func request(for text: String) throws(Diagnostic) -> CommandRequest {
    let statement = try session.parsed(text)
    return CommandRequest(text: MaskedText(text).text, statement: statement, signature: signature(of: statement))
  }

  /// Asks the gate about a command; one whose verb is unknown cannot run anyway.
  private mutating func permit(_ statement: Statement, _ text: String) throws(Diagnostic) {
    guard let gate else { return }
    let signature = signature(of: statement)
    if case .command = statement.body, signature == nil { return }
    do throws(Diagnostic) {
      try gate(CommandRequest(text: text, statement: statement, signature: signature))
    } catch {
      wasRefused = true
      throw error
    }
  }

  /// Executes a statement; if another program wrote between its first read and its first write, once more from its start,
  /// with the lock: what it writes depends on nothing that has changed.
  ///
  /// Questions are not asked twice. A command that ran others is not run again: those may have had other effects.
  private mutating func executeSoundly(_ statement: Statement, cell: Int) throws(Diagnostic) -> [Output] {
    let given = self
    let answers = Answers()
    services.confirm = services.confirm.map(answers.remembering)
    defer { services.confirm = given.services.confirm }
    do throws(Diagnostic) { return try execute(statement, cell: cell) } catch {
      guard innerReports.isEmpty, try services.wholeStore?.lockAgain() == true else { throw error }
      let confirm = services.confirm
      self = given
      services.confirm = confirm
      return try execute(statement, cell: cell)
    }
  }

  private mutating func execute(_ statement: Statement, cell: Int) throws(Diagnostic) -> [Output] {
    switch statement.body {
    case .shell(let word): return try shell(word)
    case .help(let word): return try run(help: word, search: false)
    case .helpSearch(let word): return try run(help: word, search: true)
    case .command(let syntax):
      return try execute(syntax, statement.prefixes, MaskedText(statement.text).text, cell: cell)
    }
  }

  private mutating func execute(
    _ typed: CommandSyntax, _ prefixes: Statement.Prefixes, _ text: String, cell: Int
  ) throws(Diagnostic) -> [Output] {
    let (command, meant) = try session.command(for: typed)
    let signature = command.signature
    var syntax = meant
    syntax.giveFile(to: signature)
    try session.check(syntax, prefixes, signature)
    let sink = syntax.sink.map { named($0, in: syntax.text) }
    if let sink { try check(sink, of: syntax) }
    let call = try session.call(syntax, prefixes, signature)
    let unmatched =
      (syntax.condition ?? (signature.has(.shapes) ? syntax.expression : nil)).flatMap { condition in
        state.current.map { UnmatchedValues.warnings(in: condition, of: $0.table) }
      } ?? []
    let before = state
    var outputs: [Output]
    do throws(Diagnostic) {
      outputs = try run(command, call)
    } catch {
      // An error of the whole command is marked under its verb; if no rows matched, the error explains which value none has.
      var error = error.at(syntax.verb.span)
      if call.rows?.isEmpty == true || error.code == "no-rows", let unmatched = unmatched.first {
        error.help = unmatched
      }
      throw error
    }
    try cancellation.check()
    // Tables that were loaded again are compared cell by cell.
    let now = state
    let isControl = signature.has(.control)
    let isShort = now.tables.isEmpty || before.tables.isEmpty
    let isChanged =
      isControl ? false : isShort ? now != before : try cancellation.detached { now != before }
    if signature.has(.rows), !signature.has(.shapes), let text = before.current?.filterText {
      Interpreter.addFooter(text, to: &outputs)
    }
    if call.missingRows > 0 {
      outputs.append(.note("skipped \(call.missingRows.counted("row")) where the condition is missing"))
    }
    outputs += unmatched.map(Output.warning)
    if let name = syntax.name, !outputs.contains(where: \.isResult), !signature.has(.namesTable) {
      throw Diagnostic(
        "nothing-to-name", "'\(signature.name)' has no result that 'as' could name", span: name.span,
        help: "name a result, as in: cv tree as base; 'save NAME' saves a table")
    }
    let kept = outputs.filter(\.isResult)
    // Check this before writing anything: a missing workspace has no answer.
    try Diagnostic.located(at: syntax.verb.span, services.wholeStore?.refuseMissing())
    if let sink { outputs = try write(outputs, to: sink) }
    // Commit last: an error after this would be undone in memory but not in the workspace.
    let changeSets = try services.wholeStore?.commit() ?? []
    if !changeSets.isEmpty { wroteWorkspace = true }
    outputs += (services.wholeStore?.notices() ?? []).map(Output.notice)
    if signature.has(.lasting), !changeSets.isEmpty {
      undoStack.clear(signature.name)
    } else if isChanged || (!isControl && !changeSets.isEmpty) {
      let lost = undoStack.remember(
        text, cell: cell, before, changeSets: changeSets, limit: state.settings.undo,
        bytes: state.settings.undoMemory << 20, now: state)
      if let first = lost.first {
        let others = lost.count > 1 ? " and \((lost.count - 1).counted("later change"))" : ""
        outputs.append(.notice("undo can no longer revert '\(first)'" + others))
      }
    }
    if !kept.isEmpty, !isControl, isCounting {
      let name = signature.has(.namesTable) ? nil : syntax.name?.text
      let lost = session.results.keep(.init(cell: cell, name: name, input: text, outputs: kept))
      if let first = lost.first {
        let others = lost.count > 1 ? ", nor \((lost.count - 1).counted("later one"))" : ""
        outputs.append(.notice("result $\(first) is no longer kept" + others))
      }
    }
    if !prefixes.isQuiet, let hint = hint(after: signature.name) { outputs.append(.notice(hint)) }
    return prefixes.isQuiet ? Interpreter.warnings(of: outputs) : outputs
  }

  /// Says below the first table that rows are hidden; without a table, in a note.
  private static func addFooter(_ text: String, to outputs: inout [Output]) {
    for place in outputs.indices {
      switch outputs[place] {
      case .table(var table):
        table.footer.append(text)
        outputs[place] = .table(table)
        return
      case .predictions(var table):
        table.footer.append(text)
        outputs[place] = .predictions(table)
        return
      default: break
      }
    }
    outputs.append(.note(text))
  }

  /// Runs a command; a plugin's command only sees the plugin's own records in the workspace.
  private mutating func run(_ command: any Command, _ call: Call) throws(Diagnostic) -> [Output] {
    let store = services.store
    guard let store, let owner = registry.owner(of: "command", command.signature.name), owner != "podium" else {
      return try runWithStore(command, call)
    }
    services.store = limited(store, to: owner)
    defer { services.store = store }
    return try runWithStore(command, call)
  }

  /// Runs a command once, or once for each group; one that only calculates is abandoned if the user cancels it, and so is a
  /// plugin's that only reads: the workspace answers it no more.
  private mutating func runWithStore(_ command: any Command, _ call: Call) throws(Diagnostic) -> [Output] {
    let signature = command.signature
    let cancellation = cancellation
    guard signature.has(.calculates) || (signature.has(.readsOnly) && services.isLimited) else {
      return try cancellation.over { () throws(Diagnostic) in try perform(command, call) }
    }
    let given = self
    let outputs: [Output]
    (self, outputs) = try cancellation.detached { () throws(Diagnostic) in
      var interpreter = given
      let outputs = try interpreter.perform(command, call)
      return (interpreter, outputs)
    }
    return outputs
  }

  private mutating func perform(_ command: any Command, _ call: Call) throws(Diagnostic) -> [Output] {
    guard call.groups.isEmpty || command.signature.has(.ownGroups) else { return try runByGroup(command, call) }
    if let verb = command as? InterpreterVerb { return try verb.command.run(call, in: &self) }
    return try command.run(call, in: &session)
  }

  private func shell(_ word: Word) throws(Diagnostic) -> [Output] {
    guard let shell = services.shell else {
      throw Diagnostic(
        "trust-refused", "'!' runs an external command, which an untrusted file may not do", span: word.span,
        help: "run the file with --trust if you know what it does")
    }
    let status = try shell(word.text, nil, cancellation)
    if status != 0 {
      throw Diagnostic("command-failed", "the external command failed with status \(status)", span: word.span)
    }
    return []
  }

  private mutating func run(help word: Word, search: Bool) throws(Diagnostic) -> [Output] {
    let shift = word.span.start
    var line = "help"
    if search {
      line += " search=" + Session.quote(word.text)
    } else if !word.text.isEmpty {
      line += " " + HelpWords.plain(word.text)
    }
    let statement: Statement
    do {
      statement = try SyntaxTree(line, grammar: grammar).checked()
    } catch {
      throw Diagnostic(error.code, error.message, span: word.span, help: error.help)
    }
    guard case .command(let syntax) = statement.body else { return [] }
    do {
      return try execute(syntax, .init(), line, cell: cellCount)
    } catch {
      var moved = error
      moved.span = error.span.map { $0.start >= 5 ? $0.shifted(by: shift - 5) : word.span }
      throw moved
    }
  }
}
