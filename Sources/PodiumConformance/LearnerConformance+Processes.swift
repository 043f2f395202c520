internal import PodiumCore
internal import PodiumLearn

extension LearnerTrial {
  /// Folds and a model of all rows, in this process and in others, must be the same byte for byte.
  func processes() throws -> [String] {
    guard let workers else { return [] }
    let task = try sample.task(sample.table, kind)
    let spec = try definition.spec()
    let plan = try EvaluationPlan(
      task: task, recipe: LearnerSample.recipe, learners: [spec], from: learners,
      resampling: ResamplingSpec(kind == .classes ? .stratified : .kfold, k: 3, shuffle: true), version: "conformance")
    let jobs = plan.jobs(for: LearnerChoice(spec))
    let context = EvaluationContext(task: plan.task, splits: plan.splits, learners: learners)
    let (here, there) = (try ThreadExecutor(threads: 2).run(jobs, in: context), try workers.run(jobs, in: context))
    var problems: [String] = []
    for (a, b) in zip(here, there) where a.outcome != b.outcome || a.rows != b.rows {
      var reason = ""
      if case .failed(let error) = b.outcome { reason = ": " + error.message }
      problems.append("fold \(a.fold + 1) differs in another process" + reason)
    }
    let input = FitJobs.Input(spec, recipe: LearnerSample.recipe, seed: Seed(7), version: "conformance")
    let jobContext = JobContext(learners: learners)
    let own = try ThreadExecutor(threads: 1).run(input, sharing: plan.task, by: FitJobs(), in: jobContext)
    let other = try workers.run(input, sharing: plan.task, by: FitJobs(), in: jobContext)
    if try archive.encode(own.model) != archive.encode(other.model) {
      problems.append("the model fitted in another process is different")
    }
    if try own.predict(task.table) != other.predict(task.table) {
      problems.append("the predictions of a model fitted in another process are different")
    }
    return problems
  }
}
