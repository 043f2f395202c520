import Foundation
import PodiumTestKit
import Testing

/// The sets with results of scikit-learn: the golden set of the project, and those of a folder that may be beside the
/// checkout.
enum Reference {
  /// Whether that folder is there; without it only the golden set is compared.
  static let exists = FileManager.default.fileExists(atPath: Checkout.shared("golden/iris.json"))

  /// Whether larger sets are run: in release builds, or with PODIUM_HEAVY=1 (debug builds are 15 to 50 times slower).
  static let runsHeavy: Bool = {
    #if DEBUG
      return ProcessInfo.processInfo.environment["PODIUM_HEAVY"] == "1"
    #else
      return true
    #endif
  }()

  /// The sets with classes; the larger ones where there is time for them.
  static let classSets =
    ["iris", "wine", "surf-spot", "surf-rating", "tastings"].map(ReferencePlace.bundled)
    + beside(["iris", "wine", "mixed_demo"] + (runsHeavy ? ["breast_cancer"] : []))

  /// The sets whose support vector machines on all rows are known.
  static let machineSets =
    ["iris", "wine", "surf-spot"].map(ReferencePlace.bundled)
    + beside(["iris", "wine"] + (runsHeavy ? ["breast_cancer"] : []))

  /// The sets with the spread of neural networks over seeds.
  ///
  /// Those of both places are trained once: twenty seeds take seconds.
  static let neuralSets = ["iris", "wine"].map(ReferencePlace.bundled) + beside(["breast_cancer"])

  /// The sets whose target is a number.
  static let numberSets = ["wine-alcohol", "surf-number"].map(ReferencePlace.bundled) + beside(["diabetes"])

  private static func beside(_ names: [String]) -> [ReferencePlace] { exists ? names.map(ReferencePlace.shared) : [] }
}

/// Where the results on a set are.
struct ReferencePlace: Sendable, CustomTestStringConvertible {
  let name: String
  let isBundled: Bool

  /// A set of the project.
  static func bundled(_ name: String) -> ReferencePlace { ReferencePlace(name: name, isBundled: true) }

  /// A set of the folder beside the checkout.
  static func shared(_ name: String) -> ReferencePlace { ReferencePlace(name: name, isBundled: false) }

  var testDescription: String { isBundled ? name : "shared/" + name }

  /// The file of results by learners.
  var results: String {
    isBundled
      ? Checkout.path("Tests/PodiumAlgorithmsTests/Expected/\(name).json") : Checkout.shared("golden/\(name).json")
  }

  /// The file of support vector machines on all rows.
  var machines: String {
    isBundled
      ? Checkout.path("Tests/PodiumAlgorithmsTests/Expected/svm-\(name).json")
      : Checkout.shared("golden/svc_detail_\(name).json")
  }

  /// What of the results a test needs.
  func read<Part: Decodable>(_ part: Part.Type) throws -> Part { try Self.read(part, from: results) }

  static func read<Part: Decodable>(_ part: Part.Type, from path: String) throws -> Part {
    try JSONDecoder().decode(part, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
