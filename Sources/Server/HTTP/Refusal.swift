import Gateway
import GraphQL
import NIOHTTP1

/// The reason why a request does not reach GraphQL. Its status stands in the table of statuses.
enum Refusal: Error {
  case unknownPath
  /// An address that this server did not give, or that is no longer good, or whose holder has lost the right to it: all alike.
  case unknownAddress
  /// - Parameter allowed: the methods of the path, as `Allow` lists them.
  case method(allowed: String)
  /// A preflight from a page that may not read answers.
  case origin
  case notAcceptable
  case contentType
  /// The body is compressed.
  case contentEncoding
  case bodyTooLarge(maximum: Int)
  case queryTooLong(count: Int, maximum: Int)
  /// There is no memory to read the body now.
  case outOfMemory
  /// The database is not ready for this program.
  case outOfService
  /// No JSON, no parameters, or parameters of the wrong type.
  case malformed(GraphQLError)
  /// The viewer, or the network, has sent too many.
  case tooMany(RequestThrottle.TooMany)
  /// The viewer, the network or the server has as many streams as it may have.
  case tooManyStreams(StreamRegistry.TooMany)
  /// No request at all.
  case fault(RequestFault, RequestHandler.Limits)

  var error: GraphQLError {
    switch self {
    case .unknownPath:
      GraphQLError("There is nothing at this path. Send GraphQL requests to /graphql.", code: .badUserInput)
    case .unknownAddress:
      GraphQLError("There is nothing at this address, or no longer: ask for a new one.", code: .notFound)
    case .method(let allowed):
      GraphQLError("This path allows the methods \(allowed). Send GraphQL requests by POST.", code: .badUserInput)
    case .origin:
      GraphQLError("Pages of this origin may not read answers: the operator of this server allows origins (HATCHED_CORS_ORIGINS).", code: .forbidden)
    case .notAcceptable:
      GraphQLError(
        "Responses are \(MediaType.allCases.map(\.rawValue).joined(separator: " or ")), in UTF-8.",
        code: .badUserInput)
    case .contentType:
      GraphQLError(
        "The request body must be \(MediaType.json.rawValue) in UTF-8. Send the header "
          + "\"Content-Type: \(MediaType.json.rawValue)\" and \(GraphQLRequest.example).",
        code: .badUserInput)
    case .contentEncoding:
      GraphQLError("The request body must not be compressed: send it without Content-Encoding.", code: .badUserInput)
    case .bodyTooLarge(let maximum):
      .limitExceeded(
        "The request body is larger than the limit of \(maximum) bytes.", limit: "bodyBytes", maximum: maximum)
    case .queryTooLong(let count, let maximum):
      .limitExceeded(
        "The URL's query has \(count) bytes, more than the limit of \(maximum): send the request by POST.",
        limit: "urlBytes", maximum: maximum, value: count)
    case .outOfMemory:
      GraphQLError("The server has no memory for the request now. Try again.", code: .unavailable)
    case .outOfService: GraphQLError("The server cannot answer now. Try again.", code: .unavailable)
    case .malformed(let error): error
    case .tooMany(let refusal): refusal.error
    case .tooManyStreams(let refusal): refusal.error
    case .fault(.malformed, _): GraphQLError("This is not HTTP/1.1, or ended too early.", code: .badUserInput)
    case .fault(.host, _): GraphQLError("A request of HTTP/1.1 has one Host header.", code: .badUserInput)
    case .fault(.headersTooLarge, let limits):
      .limitExceeded(
        "The request's target and headers are larger than the limit of \(limits.headerSize) bytes, or there are more "
          + "than \(limits.headerCount) headers.",
        limit: "headerBytes", maximum: limits.headerSize)
    case .fault(.tooSlow, _): GraphQLError("The request did not come in time.", code: .badUserInput)
    case .fault(.tooManyConnections, let limits):
      .limitExceeded(
        "This network has as many connections open as it may have.", limit: "connectionsPerAddress",
        maximum: limits.connectionsPerNetwork)
    }
  }

  var headers: HTTPHeaders {
    switch self {
    case .method(let allowed): ["allow": allowed]
    case .tooMany(let refusal): ["retry-after": "\(refusal.retryAfter)"]
    case .tooManyStreams(let refusal): ["retry-after": "\(refusal.retryAfter)"]
    case .outOfMemory, .outOfService, .fault(.tooManyConnections, _): ["retry-after": "1"]
    default: [:]
    }
  }

  /// The rest of such a body is not worth reading.
  var closesConnection: Bool {
    if case .bodyTooLarge = self { true } else { false }
  }
}
