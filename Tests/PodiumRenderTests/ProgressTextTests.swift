import PodiumLearn
import PodiumPlugin
import PodiumRender
import Testing

/// What is reported during long work.
struct ProgressTextTests {
  private func folds(_ done: Int, of total: Int, learner: Progress.Part? = nil, taken: Int = 0) -> Progress {
    var progress = Progress(learner == nil ? "cv svm" : "compare")
    (progress.done, progress.total, progress.taken, progress.learner) = (done, total, taken, learner)
    progress.score = done == 0 ? nil : Progress.Score("accuracy", 0.8712)
    return progress
  }

  @Test func `half a second of work is not reported`() {
    var text = ProgressText()
    text.take(Progress("load a.csv"), at: 10)
    #expect(text.text(at: 10.4) == nil)
    #expect(text.text(at: 10.6) == "load a.csv")
    #expect(text.text(at: 13.2) == "load a.csv · 3 s")
    text.end()
    #expect(text.text(at: 14) == nil)
  }

  @Test func `a time left is reported after three folds and to one digit, and comes first`() {
    var text = ProgressText()
    text.take(folds(0, of: 10), at: 0)
    #expect(text.text(at: 1) == "cv svm: fold 1 of 10")
    text.take(folds(2, of: 10), at: 4)
    #expect(text.text(at: 4) == "cv svm: fold 3 of 10 · accuracy 0.87")
    text.take(folds(5, of: 10), at: 12)
    #expect(text.text(at: 12) == "about 10 s left · cv svm: fold 6 of 10 · accuracy 0.87")
    #expect(text.text(at: 20) == "about 4 s left · cv svm: fold 6 of 10 · accuracy 0.87")
    // It should be over by now, so no one knows.
    #expect(text.text(at: 30) == "cv svm: fold 6 of 10 · accuracy 0.87")
  }

  @Test func `what runs and waits on other machines is reported with the reason`() {
    var text = ProgressText()
    var progress = folds(0, of: 700)
    progress.elsewhere = JobsElsewhere(running: 36, waiting: 21, reason: "Resources")
    text.take(progress, at: 0)
    #expect(text.text(at: 1) == "cv svm: 0 of 700 folds · 36 running, 21 waiting (Resources)")
    progress.done = 350
    text.take(progress, at: 100)
    #expect(text.text(at: 100) == "about 2 min left · cv svm: 350 of 700 folds · 36 running, 21 waiting (Resources)")
    progress.elsewhere = JobsElsewhere(reason: "the queue does not answer")
    text.take(progress, at: 100)
    #expect(text.text(at: 1000) == "cv svm: 350 of 700 folds · the queue does not answer")
    // A command that counts nothing.
    progress = Progress("ski backtest")
    progress.elsewhere.running = 2
    text.take(progress, at: 1001)
    #expect(text.text(at: 1002) == "ski backtest · 2 running")
  }

  @Test func `folds taken from the workspace do not count for the time left`() {
    var text = ProgressText()
    text.take(folds(6, of: 10, taken: 6), at: 0)
    text.take(folds(8, of: 10, taken: 6), at: 10)
    #expect(text.text(at: 10) == "cv svm: fold 9 of 10 · accuracy 0.87")
  }

  @Test func `of several learners the running one is named, and its own time is reported`() {
    var text = ProgressText()
    text.take(folds(0, of: 4, learner: .init("tree", 1, of: 2)), at: 0)
    text.take(folds(3, of: 4, learner: .init("tree", 1, of: 2)), at: 300)
    #expect(
      text.text(at: 300)
        == "about 2 min left for this learner · compare: tree, learner 1 of 2, fold 4 of 4 · accuracy 0.87")
    text.take(folds(0, of: 4, learner: .init("zeror", 2, of: 2)), at: 400)
    #expect(text.text(at: 401) == "compare: zeror, learner 2 of 2, fold 1 of 4")
  }

  @Test func `a replay shows its position, and escape sequences stay harmless`() {
    var text = ProgressText()
    var progress = Progress("load \u{1B}[2J\nhead")
    progress.place = .init("cell", 3, of: 12)
    text.take(progress, at: 0)
    #expect(text.text(at: 2) == "cell 3 of 12: load \\u{1B}[2J · 2 s")
  }
}
