/// What an account may do, each role more than the one before it.
public enum AccountRole: String, Sendable, CaseIterable, Comparable, Codable {
  /// Reads what it may see.
  case reader
  /// Also writes in its own scopes: a waxer, a club's reporter, a surfer.
  case reporter
  /// Everything that is served, in all scopes.
  case admin

  /// In order of what they may do.
  public static func < (a: AccountRole, b: AccountRole) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .reader: 0
    case .reporter: 1
    case .admin: 2
    }
  }
}

/// Who asks for something through a service.
public struct Account: Sendable, Equatable {
  /// The name that its records are stamped with.
  public let name: String
  public let role: AccountRole
  /// What it may see and write, by scope (`ski.team`: Sverige); several values each.
  public let scopes: [String: Set<String>]

  public init(_ name: String, role: AccountRole, scopes: [String: Set<String>] = [:]) {
    (self.name, self.role, self.scopes) = (name, role, scopes)
  }
}
