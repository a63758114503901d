import Gateway
import HTTPTypes

extension GraphQLResponse.Outcome {
  /// The status of a response, by what happened and by media type — GraphQL over HTTP, "Status Codes", as
  /// its audit suite reads them. Under `application/json` a well-formed request is answered with 200, as
  /// clients of that type expect; the newer type says in the status what went wrong.
  func status(as type: MediaType) -> HTTPResponse.Status {
    switch (self, type) {
    case (.executed, _): .ok
    case (.invalid, .json): .ok
    case (.invalid, .graphQLResponse): .badRequest
    case (.invalidRequest, _): .badRequest
    case (.unauthenticated, _): .unauthorized
    case (.unavailable, _): .serviceUnavailable
    case (.internalError, _): .internalServerError
    }
  }
}
