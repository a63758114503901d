package import GraphQL
import SQL
import Synchronization

/// The operations that have a series of their own in the metrics: the first ones that confirmed sessions executed, a
/// few by each account. All others share one, which keeps made-up names from growing the metrics, and from displacing
/// the names that an app uses.
package final class OperationNames: Sendable {
  package struct Label: Hashable, Sendable {
    package let type: OperationType
    /// As the document has it, or `unnamed`, or `other`.
    package let name: String
  }

  /// No operation can be called so.
  package static let unnamed = "(unnamed)"
  /// No operation can be called so, either.
  package static let other = "(other)"
  /// Longer names share the series of others.
  private static let maximumLength = 100

  private struct State {
    var labels: [Label]
    var indices: [Label: Int] = [:]
    /// How many names came by each account: no more accounts than there are names.
    var countByAccount: [UUIDValue: Int] = [:]
  }

  private let maximumCount: Int
  private let maximumOfAccount: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - maximumCount: how many names have a series.
  ///   - maximumOfAccount: how many of them may come by one account.
  package init(maximumCount: Int = 100, ofAccount maximumOfAccount: Int = 25) {
    self.maximumCount = maximumCount
    self.maximumOfAccount = maximumOfAccount
    let shared = OperationType.allCases.flatMap { type in
      [Self.unnamed, Self.other].map { Label(type: type, name: $0) }
    }
    state = Mutex(State(labels: shared, indices: Dictionary(uniqueKeysWithValues: zip(shared, shared.indices))))
  }

  /// By the index of the series.
  package var labels: [Label] { state.withLock { $0.labels } }

  /// The series of an operation.
  /// - Parameter account: whose confirmed session executed it. Others' names are not kept.
  /// - Returns: the index, and whether it will never be another.
  func index(of name: String?, _ type: OperationType, by account: UUIDValue?) -> (index: Int, isFinal: Bool) {
    state.withLock { state in
      let label = Label(type: type, name: name ?? Self.unnamed)
      if let known = state.indices[label] { return (known, true) }
      let isFull = state.labels.count - 2 * OperationType.allCases.count >= maximumCount
      guard let account, !isFull, label.name.utf8.count <= Self.maximumLength,
        state.countByAccount[account, default: 0] < maximumOfAccount
      else {
        // There is one for each type.
        return (state.indices[Label(type: type, name: Self.other)] ?? 0, isFull)
      }
      state.countByAccount[account, default: 0] += 1
      state.indices[label] = state.labels.count
      state.labels.append(label)
      return (state.labels.count - 1, true)
    }
  }
}
