import GraphQL
import Memory
import Planning
import Postgres
import Domain

/// The parts of a request that execution needs.
struct ExecutionContext: Sendable {
  private(set) var viewer: Viewer
  let variables: VariableValues
  /// Faults are told to it.
  private(set) var log: RequestLog
  /// The party that pays for its statements.
  private(set) var load: Load
  /// Holds the rows and the answer; nil where they are not counted.
  let memory: MemoryReservation?
  /// Where the request comes from, as far as that is known.
  let network: @Sendable () -> ClientNetwork?
  /// The rows of the family that its statements may read.
  let work: PlanWork

  /// The same request, once what it changed is to be read by another viewer than the one who sent it.
  func answered(as viewer: Viewer) -> ExecutionContext {
    var request = self
    request.viewer = viewer
    return request
  }

  /// The same request, run once more, with a record of its own.
  var again: ExecutionContext {
    var request = self
    request.log = log.again
    return request
  }

  /// The same request, with other statements than those that its plan is known to take so long for.
  func timed(by times: RunningTimes) -> ExecutionContext {
    var request = self
    request.load = Load(load.key, times: times, isHeavy: false)
    return request
  }
}
