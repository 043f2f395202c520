public import PodiumCore
public import PodiumLearn

/// Everything that `undo` restores: tables with their roles, labels and recipes, and the settings.
public struct SessionState: Sendable, Equatable {
  /// The tables in memory by name.
  public var tables: [String: Dataset] = [:]
  /// Their names in the order they were loaded.
  public var order: [String] = []
  /// The name of the current table.
  public var currentName: String?
  public var settings = Settings()
  /// The fitted models by name.
  public var models: [String: FittedModel] = [:]
  /// The learners the user brought, in order.
  public var learners: [AddedLearner] = []

  /// A state without tables.
  public init() {}

  /// The current table with what belongs to it.
  public var current: Dataset? {
    get { currentName.flatMap { tables[$0] } }
    set {
      guard let newValue else { return }
      if tables[newValue.name] == nil { order.append(newValue.name) }
      tables[newValue.name] = newValue
      currentName = newValue.name
    }
  }
}

/// A table in memory with its labelling, target and recipe.
public struct Dataset: Sendable, Equatable {
  public var name: String
  /// Where it came from, as the user named it.
  public var source: String
  /// When and in which version it was fetched; nil for what did not come from the network.
  public var origin: Origin?
  /// The rows and columns, with roles.
  public var table: Table
  /// How `label` without arguments makes classes.
  public var labelling: Labelling?
  /// The evaluators its importer declared.
  public var evaluators: [String]
  /// What `label` changed, so that the next `label` can put it back.
  public var labelled: Labelled?
  /// Whether a numeric target is predicted as a number.
  public var targetIsNumber = false
  /// Steps that are refitted with every learner.
  public var recipe = Recipe()
  /// The rows that commands see, while `filter` hides others.
  public var filter: RowFilter?
  /// What it began with.
  package var begun: Beginning

  /// Makes a dataset of a table.
  public init(
    name: String, source: String, table: Table, labelling: Labelling? = nil, evaluators: [String] = []
  ) {
    self.name = name
    self.source = source
    self.table = table
    self.labelling = labelling
    self.evaluators = evaluators
    begun = Beginning(cells: MemoryLimits.bytes(table.rowCount, times: table.columns.count, each: 1))
  }

  /// The cells that a dataset began with: what `bind` and `join` add is limited by those, however often they run. Datasets that
  /// differ in nothing else are equal.
  package struct Beginning: Sendable, Equatable {
    package var cells: Int

    package static func == (_: Beginning, _: Beginning) -> Bool { true }
  }

  /// Where fetched data came from, and when.
  public struct Origin: Sendable, Equatable, Codable {
    /// The address that was asked for, without user and password.
    public var url: String
    /// The address that answered, where redirects led to another.
    public var finalURL: String?
    /// When the content came from the server.
    public var retrieved: Moment
    /// The server's mark of this version of the content.
    public var etag: String?
    /// When the content last changed, as the server says it.
    public var lastModified: String?

    /// Notes where a resource came from.
    public init(_ resource: FetchedResource) {
      url = resource.url
      finalURL = resource.finalURL == resource.url ? nil : resource.finalURL
      retrieved = resource.retrievedAt
      etag = resource.etag
      lastModified = resource.lastModified
    }
  }

  /// The columns that `label` changed and what they were before.
  public struct Labelled: Sendable, Equatable, Codable {
    /// The roles before, by column.
    public var roles: [String: Role]
    /// The column that `label` made, if it made one.
    public var made: String?

    /// Notes a change of roles.
    public init(roles: [String: Role], made: String?) {
      self.roles = roles
      self.made = made
    }
  }

  /// The rows that commands see; nil for all.
  public var visibleRows: [Int]? { filter?.rows }

  /// `61 of 150` while rows are hidden, else the number of rows.
  public var rowCountText: String {
    filter.map { "\($0.rows.count) of \(table.rowCount)" } ?? "\(table.rowCount)"
  }

  /// The same with the noun: `61 of 150 rows`, `1 row`.
  public var rowsText: String {
    let all = table.rowCount.counted("row")
    return filter.map { "\($0.rows.count) of \(all)" } ?? all
  }

  /// How many rows pass the filter, for below a table; nil without a filter.
  public var filterText: String? {
    filter.map { filter in
      "\(rowsText) \(filter.rows.count == 1 ? "passes" : "pass") the filter \(Abridged.text(filter.text)); "
        + "'filter off' shows all rows"
    }
  }

  /// The column to be predicted, once `label` has named it.
  public var target: Column? { table.columns.first { $0.role == .target } }
}

/// Rows chosen by `filter`, until `filter off`.
public struct RowFilter: Sendable, Equatable {
  /// The condition as typed.
  public var text: String
  /// The rows that pass, ascending.
  public var rows: [Int]

  /// The columns whose values decide which rows pass.
  public var columns: [String]
  /// The columns that were computed while it hid rows: these have other values, or none.
  public var made: Set<String> = []

  /// Chooses rows.
  public init(_ text: String, rows: [Int], columns: [String] = []) {
    (self.text, self.rows, self.columns) = (text, rows, columns)
  }
}

/// What `set` can change.
public struct Settings: Sendable, Equatable {
  /// The random seed.
  public var seed: UInt64 = 0
  /// The threads that folds are spread over.
  public var threads = Parallel.processors
  /// The executor of folds, fits and other jobs: the name of one in the registry.
  public var executor = "threads"
  /// The folder of runs on a cluster, which all nodes must see.
  public var clusterFolder = "~/podium-cluster"
  /// The seconds of work in one task of a cluster.
  public var clusterChunk = 300.0
  /// Below how many seconds of work nothing is submitted to a cluster.
  public var clusterHere = 60.0
  /// The columns of the screen or page.
  public var width = 80
  /// The maximum number of rows of a table that a terminal shows.
  public var rows = 40
  /// What shows at the prompt what is longer than the window: `auto`, `no` or a command.
  public var pager = "auto"
  /// The number of changes that `undo` can revert.
  public var undo = 100
  /// The memory limit of earlier states beside the current one, in MB.
  public var undoMemory = 1024
  /// The maximum time of an external program for one answer, in seconds.
  public var pluginTimeout = 300
  /// The time limit of a fetch from the network, in seconds.
  public var fetchTimeout = FetchRequest.standardSeconds
  /// The maximum size of a fetched resource, in MB.
  public var fetchLimit = FetchRequest.standardMegabytes

  /// Whether the prompt suggests what to try next.
  public var hints = true
  /// Whether a terminal shows how far long work is.
  public var progress = true
  /// How outputs are written: the key of one of the registry's renderers; by where they go when nil.
  public var format: String?
  /// Whether a screen reader speaks what is shown: nothing is drawn and nothing drawn again.
  public var screenreader = false
  /// What comes before the cursor.
  public var prompt = Prompt.full

  /// The kinds of prompt.
  public enum Prompt: String, Sendable, CaseIterable {
    /// The number of the next cell and the current table.
    case full
    /// `podium> ` and no more.
    case short
  }

  /// The standard settings.
  public init() {}
}
