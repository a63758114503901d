import Gateway
import NIOHTTP1

// Every status that a response may have besides those of `/health` and `/ready`.

extension GraphQLResponse.Outcome {
  /// The status of a response, by what happened and by media type — GraphQL over HTTP, "Status Codes", as
  /// its audit suite reads them. Under `application/json` a well-formed request is answered with 200, as
  /// clients of that type expect; the newer type says in the status what went wrong.
  ///
  /// The draft of 2026 wants, under the newer type, 294 for `executedWithErrors` and 422 for `invalid`,
  /// which the audits do not take yet.
  func status(as type: MediaType) -> HTTPResponseStatus {
    switch (self, type) {
    case (.executed, _): .ok
    case (.notModified, _): .ok
    case (.executedWithErrors, _): .ok
    case (.unparsable, .json): .ok
    case (.unparsable, .graphQLResponse): .badRequest
    case (.invalid, .json): .ok
    case (.invalid, .graphQLResponse): .badRequest
    case (.invalidRequest, _): .badRequest
    case (.unsafe, _): .methodNotAllowed
    case (.unauthenticated, _): .unauthorized
    case (.unavailable, _): .serviceUnavailable
    case (.busy, _): .serviceUnavailable
    case (.late, _): .gatewayTimeout
    case (.throttled, _): .tooManyRequests
    case (.internalError, _): .internalServerError
    }
  }
}

extension Refusal {
  /// RFC 9110, section 15.5. Any client reads these as what they are, so they are the same under both types.
  var status: HTTPResponseStatus {
    switch self {
    case .unknownPath, .unknownAddress: .notFound
    case .method: .methodNotAllowed
    case .origin: .forbidden
    case .notAcceptable: .notAcceptable
    case .contentType, .contentEncoding: .unsupportedMediaType
    case .bodyTooLarge: .payloadTooLarge
    case .queryTooLong: .uriTooLong
    case .outOfMemory, .outOfService: .serviceUnavailable
    case .malformed, .fault(.malformed, _), .fault(.host, _): .badRequest
    case .tooMany, .tooManyStreams, .fault(.tooManyConnections, _): .tooManyRequests
    case .fault(.headersTooLarge, _): .requestHeaderFieldsTooLarge
    case .fault(.tooSlow, _): .requestTimeout
    }
  }
}

extension GraphQLResponse {
  /// Whether a client that reads only streams gets the answer as an event. Answers that tell the client to retry later
  /// or to sign in use their status.
  var isEvent: Bool {
    switch outcome {
    case .unauthenticated, .unavailable, .busy, .throttled, .late, .internalError: false
    default: true
    }
  }
}
