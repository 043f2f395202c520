import ArgumentParser
import FoundationEssentials
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumPlugin
import PodiumRender
import PodiumServe
import PodiumStore

/// How lists and what was made are shown.
struct ServeFormat: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output format: \(Assembly.renderers.map(\.key).joined(separator: ", ")).", valueName: "fmt"))
  var format: String?

  func show(_ table: Table, _ command: String) {
    var settings = Settings()
    settings.format = format
    let key = format ?? (Terminal.isTerminal(.output) ? TextLayout.terminal.key : TextLayout.plain.key)
    var output = TableOutput(table)
    output.showsAllRows = true
    let report = CommandReport(
      cell: 1, input: command, status: .ok, outputs: [.table(output)], error: nil, milliseconds: 0, settings: settings,
      isTimed: false)
    let page = Terminal.isTerminal(.output) ? Page(width: TerminalSize.current?.columns) : .unlimited
    let texts = Assembly.renderers.first { $0.key == key }?.render(report, on: page).texts ?? []
    for text in texts { Terminal.write(text, to: .output) }
  }

  func show(_ outcome: AccountOrder.Outcome, _ command: String) {
    if case .listed(let table) = outcome { return show(table, command) }
    Terminal.write((format == "json" ? outcome.json : outcome.text) ?? "", to: .output)
  }

  mutating func validate() throws {
    if let format, !Assembly.renderers.contains(where: { $0.key == format }) {
      throw ValidationError(
        "--format must be one of \(Assembly.renderers.map(\.key).joined(separator: ", ")), not '\(format)'")
    }
  }
}

struct UserCommand: ServeStep, ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium serve user", abstract: "Add, list, change and remove accounts of the service.",
    discussion: """
      podium serve user add NAME --role reader|reporter|admin [--scope ski.team=TEAM]…
                                       make an account; its password is shown once
      podium serve user list           list the accounts
      podium serve user role NAME ROLE       change what it may do
      podium serve user scope NAME [SCOPE]…  list or change which records are its own; none takes all away
      podium serve user password NAME  make another password, which ends its logins
      podium serve user disable NAME   keep it out; enable lets it in again
      podium serve user remove NAME    remove it; what it wrote keeps its name
      """)

  @OptionGroup var files: ServeFiles
  @OptionGroup var format: ServeFormat

  @Option(help: ArgumentHelp("What the account may do: reader, reporter or admin.", valueName: "role"))
  var role: String?

  @Option(help: ArgumentHelp("Records that are its own, as in ski.team=Sverige; may be repeated.", valueName: "scope"))
  var scope: [String] = []

  @ArgumentParser.Argument(help: "What to do, and the name of the account.")
  var words: [String] = []

  func perform() async throws(Diagnostic) {
    var options = AccountWords()
    (options.role, options.scopes) = (role, scope)
    let registry = try Assembly.registry()
    let rules = try ServedRules(registry)
    let order = try AccountOrder.user(words, options, rules)
    let outcome = try order.carriedOut(files.accountsFile()).warning(doubts(order, rules, registry))
    format.show(outcome, "serve user " + words.joined(separator: " "))
  }

  /// What the workspace does not know of an order that was carried out; nothing where it cannot be read.
  private func doubts(_ order: AccountOrder, _ rules: ServedRules, _ registry: Registry) -> [String] {
    do throws(Diagnostic) {
      let store = Workspace(
        file: try files.workspacePath(), author: Environment.user, migrations: registry.storeMigrations,
        clock: Environment.now)
      defer { store.close() }
      return try order.doubts(rules, in: store)
    } catch {
      return []
    }
  }
}

struct TokenCommand: ServeStep, ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium serve token", abstract: "Make, list and revoke tokens, by which programs log in.",
    discussion: """
      podium serve token add NAME --label TEXT [--days N] [--read-only]
                                       make a token of an account; it is shown once
      podium serve token list [NAME]   list the tokens
      podium serve token revoke ID     end a token at once
      """)

  @OptionGroup var files: ServeFiles
  @OptionGroup var format: ServeFormat

  @Option(help: ArgumentHelp("What the token is for.", valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp("Days until it ends, 1 to 3650; 90 by default.", valueName: "n"))
  var days: Int?

  @Flag(name: .customLong("read-only"), help: "Let the token change nothing.")
  var isReadOnly = false

  @ArgumentParser.Argument(help: "What to do, and the name of the account or the id of the token.")
  var words: [String] = []

  func perform() async throws(Diagnostic) {
    var options = AccountWords()
    (options.label, options.days, options.isReadOnly) = (label, days, isReadOnly)
    let order = try AccountOrder.token(words, options)
    format.show(try order.carriedOut(files.accountsFile()), "serve token " + words.joined(separator: " "))
  }
}

struct CheckCommand: ServeStep, ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium serve check", abstract: "List what each role may read and do through the service.")

  @OptionGroup var files: ServeFiles
  @OptionGroup var format: ServeFormat

  func perform() async throws(Diagnostic) {
    let registry = try Assembly.registry()
    format.show(try ServedRules(registry).table(), "serve check")
  }
}

extension AccountOrder {
  /// Does it to the accounts of a file, which is written if that changes something.
  fileprivate func carriedOut(_ file: AccountsFile) throws(Diagnostic) -> Outcome {
    let now = Environment.now()
    guard !readsOnly else {
      var accounts = try file.read()
      return try perform(on: &accounts, at: now)
    }
    return try file.change { (accounts) throws(Diagnostic) in try perform(on: &accounts, at: now) }
  }
}
