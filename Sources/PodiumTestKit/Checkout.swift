/// The folders of the checkout the tests run in.
public enum Checkout {
  /// The top folder, derived from the path of this file.
  public static let root: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// A path below the top folder.
  public static func path(_ relative: String) -> String { root + "/" + relative }

  /// A path in the folder of reference results next to the checkout, which users of the project do not have.
  public static func shared(_ relative: String) -> String { root + "/../shared/" + relative }
}
