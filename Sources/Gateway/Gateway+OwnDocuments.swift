package import Domain
package import GraphQL
import Logging
package import Memory
import Planning

/// The answer to a document of this program.
package enum OwnAnswer: Sendable {
  case data(JSONValue)
  /// The viewer has no right to what the document asks for, or is nobody any more.
  case refused
  /// The response to send instead: the database does not answer, there is too much to do, or something is wrong.
  case failed(GraphQLResponse)
}

extension Gateway {
  /// Runs a query that this program wrote, as a viewer. It has the viewer's rights and goes the way of every request: nothing else
  /// decides what its answer has.
  /// - Parameters:
  ///   - viewer: the holder of an address, for one.
  ///   - network: where the request comes from.
  package func answer(
    toOwn document: String, _ variables: JSONValue, as viewer: Viewer, log: RequestLog, memory: MemoryReservation?,
    network: @escaping @Sendable () -> ClientNetwork?
  ) async -> OwnAnswer {
    var request = GraphQLRequest(query: document, variables: variables)
    request.isOfProgram = true
    request.isSafe = true
    let response = await respond(to: request, as: viewer, authorization: nil, log: log, memory: memory, network: network)
    switch response.outcome {
    case .executed:
      guard let answer = try? JSONValue(parsing: response.body), let data = answer["data"], case .object = data else {
        return .failed(.internalFailure)
      }
      return .data(data)
    case .unauthenticated, .executedWithErrors: return .refused
    case .unavailable, .late, .throttled, .busy, .internalError: return .failed(response)
    case .notModified, .unparsable, .invalid, .unsafe, .invalidRequest:
      log.logger.error("a document of this program was refused", metadata: ["limits": "see --max-cost, --max-fields and --max-rows"])
      return .failed(.internalFailure)
    }
  }

  /// The largest number of items that a list may ask for.
  package var largestPage: Int { limits.pageSize }
}

extension GraphQLResponse {
  fileprivate static var internalFailure: GraphQLResponse {
    GraphQLResponse(.internalError, errors: [GraphQLError("Something went wrong on the server.", code: .internal)])
  }
}
