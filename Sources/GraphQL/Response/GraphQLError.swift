/// An error as a response carries it — specification section 7.1.2.
package struct GraphQLError: Error, Hashable, Sendable {
  package var message: String
  package var locations: [Location]
  package var path: [PathSegment]
  package var code: ErrorCode
  /// The entries of `extensions` beside `code`, in this order.
  package var extensions: [Extension]

  package init(
    _ message: String, code: ErrorCode, locations: [Location] = [], path: [PathSegment] = [],
    extensions: [Extension] = []
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.code = code
    self.extensions = extensions
  }

  package struct Extension: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

/// A step of a response path: a response key or a list index — specification section 7.1.2.
package enum PathSegment: Hashable, Sendable {
  case key(String)
  case index(Int)
}

/// `extensions.code` of an error: an open set of stable strings that clients may match on.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The document is not GraphQL.
  package static let parseFailed = ErrorCode(rawValue: "GRAPHQL_PARSE_FAILED")
  /// The document breaks a rule of specification section 5.
  package static let validationFailed = ErrorCode(rawValue: "GRAPHQL_VALIDATION_FAILED")
  /// A variable, an argument or the request itself has a value that it may not have.
  package static let badUserInput = ErrorCode(rawValue: "BAD_USER_INPUT")
  /// The operation to run cannot be told from the document and `operationName`.
  package static let operationResolutionFailure = ErrorCode(rawValue: "OPERATION_RESOLUTION_FAILURE")
  /// No document is known by the hash or id that the request names instead of sending one.
  package static let persistedQueryNotFound = ErrorCode(rawValue: "PERSISTED_QUERY_NOT_FOUND")
  /// Clients cannot have documents kept here.
  package static let persistedQueryNotSupported = ErrorCode(rawValue: "PERSISTED_QUERY_NOT_SUPPORTED")
  /// The document that was sent has another hash than the request says.
  package static let persistedQueryHashMismatch = ErrorCode(rawValue: "PERSISTED_QUERY_HASH_MISMATCH")
  /// Only documents that the operator trusts are executed.
  package static let persistedQueryOnly = ErrorCode(rawValue: "PERSISTED_QUERY_ONLY")
  /// A field needs a viewer, and the request has no valid token.
  package static let unauthenticated = ErrorCode(rawValue: "UNAUTHENTICATED")
  /// The viewer may not see this field.
  package static let forbidden = ErrorCode(rawValue: "FORBIDDEN")
  /// A mutation's input names a row that is not there, or not the viewer's.
  package static let notFound = ErrorCode(rawValue: "NOT_FOUND")
  /// Someone else changed the row, or used the id, before: `currentVersion` is the row's now, if it has one.
  package static let conflict = ErrorCode(rawValue: "CONFLICT")
  /// A row of a stream is there no more for the viewer: `id` names it.
  package static let outOfSight = ErrorCode(rawValue: "OUT_OF_SIGHT")
  /// The server no longer knows what changed since a version: the client reads anew what it keeps.
  package static let resyncRequired = ErrorCode(rawValue: "RESYNC_REQUIRED")
  /// The first sign-in of an account does not say what it is to be, a parent or a student.
  package static let roleRequired = ErrorCode(rawValue: "ROLE_REQUIRED")
  /// The account has confirmed no address, and has no other way to sign in: it reaches no other family.
  package static let addressNotConfirmed = ErrorCode(rawValue: "ADDRESS_NOT_CONFIRMED")
  /// The change needs a sign-in of the last ten minutes.
  package static let recentSignInRequired = ErrorCode(rawValue: "RECENT_SIGN_IN_REQUIRED")
  /// The account has not accepted the terms that are in effect: `Viewer.termsToAccept`.
  package static let termsNotAccepted = ErrorCode(rawValue: "TERMS_NOT_ACCEPTED")
  /// A student may do this only with the consent of a parent.
  package static let consentRequired = ErrorCode(rawValue: "CONSENT_REQUIRED")
  /// The content of an upload is none that is taken: `reason` says why.
  package static let fileRefused = ErrorCode(rawValue: "FILE_REFUSED")
  /// A limit of the server was passed: see `GraphQLError.limitExceeded`.
  package static let limitExceeded = ErrorCode(rawValue: "LIMIT_EXCEEDED")
  /// The database cannot be reached, or took too long. The request may be sent again.
  package static let unavailable = ErrorCode(rawValue: "UNAVAILABLE")
  /// A fault of the server. `id` names the log entry.
  package static let `internal` = ErrorCode(rawValue: "INTERNAL")
}

extension PathSegment {
  /// As a path has it in JSON: `"title"`, `0`.
  package var json: JSONValue {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .number("\(index)")
    }
  }
}
