import Planning
import SQL
import Domain

/// Answers that are given again while the database says that nothing they depend on has changed. Bounded by their bytes.
///
/// The database is asked each time, by the statement that checks the membership. An answer that this process knows to
/// be outdated is not looked up: a miss then costs one round trip, as without a cache.
package struct RememberedAnswers: Sendable {
  struct Answer: Sendable {
    let body: [UInt8]
    let stamps: VersionStamps
    let tag: EntityTag
    /// The changes of the family that this process had made when it read.
    let changes: UInt64
  }

  private let answers: BoundedCache<AnswerKey, Answer>
  private let largest: Int

  /// - Parameter maximumBytes: what all answers take together; 0 remembers none.
  package init(maximumBytes: Int) {
    answers = BoundedCache(maximumCount: maximumBytes == 0 ? 0 : .max, maximumCost: maximumBytes)
    largest = maximumBytes / 32
  }

  var statistics: CacheStatistics { answers.statistics }

  func answer(for key: AnswerKey) -> Answer? { answers.value(for: key) }

  func keep(_ answer: Answer, for key: AnswerKey) {
    // The memory of the entry besides the bytes of the body.
    let cost = answer.body.count + 512
    if cost <= largest { answers.replace(answer, for: key, cost: cost) }
  }
}
