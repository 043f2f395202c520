import PodiumCore
import PodiumLearn
import PodiumTestKit

/// What the file of a set says of its data and folds, whatever the target is.
struct ReferenceHead: Decodable {
  struct Column: Decodable {
    let name: String
    let kind: String
    /// The number of missing cells; absent in the golden set, which lists them.
    let missing: Int?
  }
  struct Split: Decodable {
    let folds: Int
    let foldOfRow: String
    enum CodingKeys: String, CodingKey {
      case folds = "n_folds"
      case foldOfRow = "fold_of_row"
    }
  }

  /// The file in the checkout; without it the data are beside the results.
  let data: String?
  let target: String
  /// The names of the classes; without them the target is a number.
  let classes: [String]?
  let columns: [Column]
  /// Rows whose cells were made missing, by column.
  let missing: [String: [Int]]?
  let groups: [Int]
  let naturalGroups: String?
  let splits: [String: Split]
  enum CodingKeys: String, CodingKey {
    case data, target, classes, columns, missing, groups, splits
    case naturalGroups = "groups_natural_column"
  }
}

/// A set of data with its folds and protocols.
struct ReferenceSet: Sendable {
  let place: ReferencePlace
  let head: ReferenceHead
  let table: Table

  var name: String { place.testDescription }

  /// Reads the data; the numbers come first, as in the reference.
  init(_ place: ReferencePlace) throws {
    self.place = place
    head = try place.read(ReferenceHead.self)
    let numbers = head.columns.filter { $0.kind == "numeric" }.map(\.name)
    let named = head.columns.filter { $0.kind != "numeric" }.map(\.name)
    let path = head.data.map(Checkout.path) ?? Checkout.shared("golden/\(place.name).csv")
    let read = try SimpleCSV.table(
      path, categories: Set(named + (head.classes == nil ? [] : [head.target])), missing: head.missing ?? [:])
    table = try read.selecting(columns: numbers + named + [head.target])
      .setting(Column("fold group", .integer(head.groups), role: .group))
  }

  func task() throws -> LearningTask {
    try LearningTask(table: table, target: head.target, asNumber: head.classes == nil)
  }

  func resampling(_ split: String) -> ResamplingSpec {
    let folds = head.splits[split]?.folds ?? 0
    switch split {
    case "stratified10": return ResamplingSpec(.stratified, k: folds)
    case "kfold10": return ResamplingSpec(.kfold, k: folds)
    case "group5": return ResamplingSpec(.group, k: folds, group: "fold group")
    default: return ResamplingSpec(.group, k: folds, group: head.naturalGroups)
    }
  }

  /// The steps of a protocol: `raw` leaves numbers as they are.
  func recipe(_ scheme: String) -> Recipe {
    let hasNames = head.columns.contains { $0.kind != "numeric" }
    var steps = [RecipeStep("impute")]
    if scheme != "raw" { steps.append(RecipeStep("scale")) }
    if hasNames { steps.append(RecipeStep("encode")) }
    return Recipe(steps)
  }
}
