internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The .632+ estimate of an evaluation by bootstrap samples, for which one more model is fitted: of all rows.
enum BootstrapCorrection {
  /// The evaluation with the estimate; as it is for other splits, where a setting is chosen in each sample, and where costs
  /// decide the classes.
  ///
  /// Throws `interrupted`, and what the machine lacks.
  static func corrected(
    _ evaluation: Evaluation, of learner: LearnerChoice, _ plan: EvaluationPlan, in session: Session
  ) throws(Diagnostic) -> Evaluation {
    guard evaluation.resampling.key == "bootstrap", !learner.isChoice, plan.costs == nil else { return evaluation }
    let table = try session.current().table
    let job = plan.jobs(for: learner)[0]
    var found = evaluation
    do throws(Diagnostic) {
      let model = try session.executor.run(
        FitJobs.Input(job.learner, recipe: job.pipeline.recipe, seed: plan.seed, version: plan.version),
        sharing: plan.task, by: FitJobs(), in: session.jobContext)
      let (task, threads, cancellation) = (plan.task, session.state.settings.threads, session.cancellation)
      let prediction = try cancellation.detached { () throws(Diagnostic) in
        try model.predict(table, rows: task.rowNumbers, threads: threads, cancellation: cancellation)
      }
      found.bootstrap = evaluation.bootstrapEstimate(apparent: prediction, of: task.target)
    } catch {
      // A learner that fails on all rows has no apparent error, and its samples are still worth showing.
      if error.stopsWork { throw error }
    }
    return found
  }
}
