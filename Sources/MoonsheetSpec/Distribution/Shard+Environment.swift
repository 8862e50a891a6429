extension Shard {
  /// Why the variables of a scheduler name no shard.
  public struct EnvironmentError: Error, CustomStringConvertible, Equatable {
    public let description: String
  }

  /// A scheduler that tells its tasks which part of the work is theirs.
  private struct Scheduler {
    let name: String
    let index: String
    let count: String
    /// What the scheduler calls its first part.
    let first: Int
  }

  private static let schedulers = [
    Scheduler(name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0),
    Scheduler(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Scheduler(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    Scheduler(name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
  ]

  /// The shard that Bazel, GitLab, CircleCI, Buildkite or a Slurm array names, asked in this order; nil when none does.
  ///
  /// - Throws: ``EnvironmentError`` when a scheduler's variables contradict each other: running everything, or nothing,
  ///   would hide it.
  public static func found(in variable: (String) -> String?) throws(EnvironmentError) -> Shard? {
    for scheduler in schedulers {
      // GitLab sets CI_NODE_TOTAL to 1 in every job, and the index only in parallel ones.
      guard let index = variable(scheduler.index), let count = variable(scheduler.count) else { continue }
      guard let number = Int(index), let total = Int(count),
        let shard = Shard(index: number - scheduler.first, count: total)
      else {
        throw EnvironmentError(
          description: "\(scheduler.name)'s \(scheduler.index)=\(index) and \(scheduler.count)=\(count) name no shard")
      }
      return shard
    }
    return try slurmArray(variable)
  }

  /// NB: Slurm numbers array tasks freely (`--array=10-30:10`); only an even stride tells which part a task is.
  private static func slurmArray(_ variable: (String) -> String?) throws(EnvironmentError) -> Shard? {
    guard let task = variable("SLURM_ARRAY_TASK_ID") else { return nil }
    let numbers = ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT"].map {
      variable($0).flatMap { Int($0) }
    }
    guard let id = Int(task), let least = numbers[0], let greatest = numbers[1], let count = numbers[2], count > 0
    else {
      throw EnvironmentError(description: "Slurm's SLURM_ARRAY_TASK_… variables are incomplete")
    }
    let step = count > 1 ? (greatest - least) / (count - 1) : 1
    guard step > 0, greatest == least + step * (count - 1), (id - least) % step == 0,
      let shard = Shard(index: (id - least) / step, count: count)
    else {
      throw EnvironmentError(
        description: "Slurm's array has no even stride, so task \(task) is no part of \(count); use --array=1-\(count)")
    }
    return shard
  }
}
