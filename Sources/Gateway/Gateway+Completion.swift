import GraphQL
import Logging
import Memory
import Planning
import SQL
import Domain

extension Gateway {
  func render(
    _ plan: QueryPlan<Viewer>, _ request: ExecutionContext, changed: ChangedKeys = [:]
  ) throws(RequestFailure) -> [Statement] {
    do {
      return try plan.statements(
        for: request.viewer, variables: request.variables, limits: limits, changed: changed)
    } catch {
      throw RequestFailure(error)
    }
  }

  /// - Parameters:
  ///   - maximumBytes: how long the answer may be; nil for as long as the viewer may have one.
  ///   - outcome: what became of the change whose answer it is.
  func complete(
    _ plan: QueryPlan<Viewer>, _ rows: [Rows], _ request: ExecutionContext, changed: ChangedKeys = [:],
    given: [String: GivenValue] = [:], maximumBytes: Int? = nil, outcome: ChangeOutcome? = nil
  ) throws(RequestFailure) -> Completion.Response {
    // The answer is copied at the end, so for a moment it takes twice its size.
    let limit = AnswerLimit(maximum: maximumBytes ?? limits.responseBytes(for: request.viewer)) { [request] in
      request.memory?.hold(2 * $0, for: .json) ?? true
    }
    guard
      let response = Completion.complete(
        plan, results: rows, viewer: request.viewer, variables: request.variables, changed: changed,
        given: given, faultID: request.log.requestID, locks: locks, limit: limit)
    else { throw .fault("the database answers with other columns than this program was built for", outcome) }
    if response.foreignRows > 0 {
      request.log.logger.critical("refused to write \(response.foreignRows) rows outside the viewer's scope")
    }
    switch response.excess {
    case .size?:
      // The whole answer, where this is the part of one field.
      let maximum = maximumBytes == nil ? limit.maximum : limits.responseBytes
      throw maximum < limits.responseBytes
        ? .tooLargeWithoutSession(maximum: maximum, outcome) : .tooLarge(maximum: maximum, outcome)
    case .memory?: throw .outOfMemory(outcome)
    case nil: break
    }
    for error in response.errors where error.code == .internal {
      request.log.logger.error("\(error.message)", metadata: ["at": "\(error.path)"])
    }
    return response
  }
}
