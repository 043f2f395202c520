public import PodiumCore

/// Who may report about a match.
public enum ReportRights {
  /// What an account is to a match.
  public enum Role: Sendable, Equatable {
    case home
    case away
    case admin
    case other
  }

  /// Minutes after the end of a match in which its clubs may still correct it.
  public static let correction = 30

  /// Whether an account may write a match: the admin always; its two clubs until 30 minutes after the end.
  public static func mayWrite(_ role: Role, ended: Moment?, now: Moment) -> Bool {
    switch role {
    case .admin: true
    case .other: false
    case .home, .away:
      ended.map { now.microseconds - $0.microseconds <= correction * 60_000_000 } ?? true
    }
  }
}
