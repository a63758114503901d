import GraphQL
import Logging
import Memory

/// A request that is answered again and again, with what it takes of the memory between its answers.
struct StreamedRequest: Sendable {
  /// In bytes: smaller operations are shared by the streams that have them, or hardly count.
  private static let sharedSize = 64 << 10

  let request: ExecutionContext
  /// How much memory the operation takes while nothing happens, in bytes.
  private let size: Int

  /// - Throws: `.outOfMemory` where there is none for the operation.
  init(_ request: ExecutionContext, of operation: PreparedOperation) throws(RequestFailure) {
    self.request = request
    size = max(0, operation.approximateSize - Self.sharedSize)
    if request.memory?.hold(size, for: .rows) == false { throw .outOfMemory(nil) }
  }

  /// The client has taken the last response.
  func release() {
    _ = request.memory?.hold(size, for: .rows)
    _ = request.memory?.hold(0, for: .json)
  }

  /// - Returns: the response that a failure ends the stream with; nil where the same may succeed a little later.
  func last(_ failure: RequestFailure, _ request: ExecutionContext) -> GraphQLResponse? {
    if let message = failure.logMessage { request.log.logger.error("\(message)") }
    let response = failure.response(id: request.log.requestID)
    return switch response.outcome {
    case .unavailable, .late, .throttled: nil
    default: response
    }
  }
}

extension GraphQLResponse {
  static var expired: GraphQLResponse { GraphQLResponse(.unauthenticated, errors: [TokenProblem.expired.error]) }
}
