internal import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// How progress is reported over time: not at all for short work, and no time left until it can be estimated.
public struct ProgressText: Sendable {
  /// Work shorter than so many seconds is not reported.
  static let patience = 0.5
  /// A time left is reported after so many folds.
  static let leastFolds = 3

  private var progress: Progress?
  /// When the work began, and when the learner did.
  private var began = 0.0
  private var learnerBegan = 0.0
  /// When a fold ended last.
  private var lastEnd = 0.0

  /// Nothing is under way.
  public init() {}

  /// Takes a report of a command; times are seconds of one clock.
  public mutating func take(_ new: Progress, at now: Double) {
    if progress == nil { began = now }
    let isSame = progress?.task == new.task && progress?.learner == new.learner && progress?.total == new.total
    if !isSame { learnerBegan = now }
    if !isSame || progress?.done != new.done { lastEnd = now }
    progress = new
  }

  /// The work is over.
  public mutating func end() { progress = nil }

  /// The text to show now; nil where there is none.
  public func text(at now: Double) -> String? {
    guard let progress, now - began >= ProgressText.patience else { return nil }
    let place = progress.place.map { "\($0.name) \($0.number) of \($0.total): " } ?? ""
    let task = SafeText.escape(ProgressText.firstLine(progress.task))
    let away = ProgressText.text(of: progress.elsewhere)
    guard let total = progress.total else {
      let seconds = Int(max(0, min(1e9, now - began)))
      return place + task + (away.isEmpty && seconds > 0 ? " · \(seconds) s" : "") + away
    }
    if !away.isEmpty {
      let left = secondsLeft(progress, total, now).map { "about \(ProgressText.rounded($0)) left · " } ?? ""
      return left + place + task + ": \(progress.done) of \(total.counted("fold"))" + away
    }
    var parts: [String] = []
    // A narrow window cuts the end: the time left comes first.
    if let left = secondsLeft(progress, total, now) {
      let whose = progress.learner.map { $0.number < $0.total } ?? false ? " for this learner" : ""
      parts.append("about \(ProgressText.rounded(left)) left" + whose)
    }
    var work = place + task + ": "
    if let learner = progress.learner {
      work += "\(SafeText.escape(learner.name)), learner \(learner.number) of \(learner.total), "
    }
    parts.append(work + "fold \(min(progress.done + 1, total)) of \(total)")
    if let score = progress.score { parts.append("\(score.measure) \(ProgressText.short(score.value))") }
    return parts.joined(separator: " · ")
  }

  /// What runs and waits on other machines, after a point; empty where nothing does.
  private static func text(of jobs: JobsElsewhere) -> String {
    var counts: [String] = []
    if jobs.running > 0 { counts.append("\(jobs.running) running") }
    if jobs.waiting > 0 { counts.append("\(jobs.waiting) waiting") }
    let reason = jobs.reason.map { counts.isEmpty ? $0 : " (\($0))" } ?? ""
    return counts.isEmpty && reason.isEmpty ? "" : " · " + counts.joined(separator: ", ") + reason
  }

  /// The seconds until the learner is done, if its folds go on taking as long as they did; nil where that is not known,
  /// and when more have passed already.
  private func secondsLeft(_ progress: Progress, _ total: Int, _ now: Double) -> Double? {
    let waited = progress.done - progress.taken
    guard waited >= ProgressText.leastFolds, progress.done < total else { return nil }
    let each = (lastEnd - learnerBegan) / Double(waited)
    let left = lastEnd + each * Double(total - progress.done) - now
    return left > 0 ? left : nil
  }

  private static func short(_ value: Double) -> String {
    value.magnitude < 1000 ? NumberText.fixed(value, 2) : NumberText.significant(value, 3)
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map { String($0) } ?? ""
  }

  /// A time to one digit: more would be false precision.
  static func rounded(_ seconds: Double) -> String {
    func digit(_ x: Double) -> Int {
      var unit = 1
      while x / Double(unit) >= 9.5, unit < 1_000_000_000 { unit *= 10 }
      return max(1, Int((x / Double(unit)).rounded())) * unit
    }
    guard seconds.isFinite, seconds < 1e9 else { return "a very long time" }
    if seconds <= 90 { return "\(digit(seconds)) s" }
    if seconds <= 90 * 60 { return "\(digit(seconds / 60)) min" }
    return "\(digit(seconds / 3600)) h"
  }
}
