package import GraphQL
import SQL

/// The answer to a request: its JSON and its kind. The HTTP side derives the status from the kind and the media type.
package struct GraphQLResponse: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The operation was executed, without an error.
    case executed
    /// The client has the answer already: what it depends on has not changed.
    case notModified
    /// The operation was executed: there is `data`, though it may be null, and there are errors.
    case executedWithErrors
    /// The document is not GraphQL.
    case unparsable
    /// The document breaks a rule or a limit, or does not say which operation to run; or a variable or
    /// argument has a value that it may not have.
    case invalid
    /// The operation is none that a safe method may execute.
    case unsafe
    /// The request is not one: no JSON, or parameters of the wrong type.
    case invalidRequest
    case unauthenticated
    /// The database cannot be reached, or did not answer in time.
    case unavailable
    /// The request was ended, as its time was over.
    case late
    /// The requester has used more of the database's time than its share, and has some again after so many seconds.
    case throttled(retryAfter: Int)
    /// As many wait as may for something that is done for few at a time. There is likely to be room after so many seconds.
    case busy(retryAfter: Int)
    case internalError
  }

  package var outcome: Outcome
  package var body: [UInt8]
  /// The answer that `body` is of, where others get the same one.
  package var shared: SharedAnswer?
  /// Names the answer to a request that asks for it again; nil of one that may be another each time.
  package var tag: EntityTag?
  /// The codes of the errors of an answer without `data`. For other answers, the request's record has them.
  package var errors: [ErrorCode] = []

  package init(outcome: Outcome, body: [UInt8]) {
    self.outcome = outcome
    self.body = body
  }

  init(outcome: Outcome, shared: SharedAnswer) {
    self.init(outcome: outcome, body: shared.body)
    self.shared = shared
  }

  /// Tells a client that it has the answer.
  ///
  ///     {"extensions":{"notModified":true,"etag":"W/\"…\""}}
  init(notModified tag: EntityTag) {
    var writer = JSONWriter()
    writer.writeValue(.object([.init("extensions", .object([.init("notModified", .bool(true)), .init("etag", .string("\(tag)"))]))]))
    self.init(outcome: .notModified, body: writer.bytes)
    self.tag = tag
  }

  /// An answer without `data` — specification section 7.1, "request error result".
  package init(_ outcome: Outcome, errors: [GraphQLError]) {
    var writer = JSONWriter()
    writer.write(json: "{\"errors\":")
    writer.writeArray(errors) { $0.writeError($1) }
    writer.write(json: "}")
    self.init(outcome: outcome, body: writer.bytes)
    self.errors = errors.map(\.code)
  }

  /// Tells the reader of a stream that it sees a row no more. The stream goes on.
  ///
  ///     {"data":null,"errors":[{"message":"…","path":["…"],"extensions":{"code":"OUT_OF_SIGHT","id":"…"}}]}
  init(outOfSight id: UUIDValue, path: [PathSegment]) {
    let error = GraphQLError(
      "What this id names is out of the viewer's sight.", code: .outOfSight, path: path,
      extensions: [.init("id", .string(id.description))])
    var writer = JSONWriter()
    writer.write(json: "{\"data\":null,\"errors\":")
    writer.writeArray([error]) { $0.writeError($1) }
    writer.write(json: "}")
    self.init(outcome: .executedWithErrors, body: writer.bytes)
  }

  /// The errors of an answer without `data`, as JSON: `[{"message":…}]`.
  package var errorList: [UInt8] { Array(body.dropFirst(#"{"errors":"#.utf8.count).dropLast()) }

  /// A subscription whose client did not say that it reads streams.
  static var streamRequired: GraphQLResponse {
    let error = GraphQLError(
      "A subscription is answered by a stream. Send \"Accept: text/event-stream\" or "
        + "\"Accept: multipart/mixed;subscriptionSpec=1.0\".", code: .badUserInput)
    return GraphQLResponse(.invalid, errors: [error])
  }

  /// The database cannot be used now; the same request may succeed a little later.
  package static var unavailable: GraphQLResponse {
    GraphQLResponse(.unavailable, errors: [.unavailable])
  }

  /// There is more to do than can be done in time; the same request may succeed a little later.
  package static var overloaded: GraphQLResponse {
    let error = GraphQLError("The server has more requests than it can answer in time. Try again.", code: .unavailable)
    return GraphQLResponse(.unavailable, errors: [error])
  }
}

extension GraphQLError {
  static var unavailable: GraphQLError {
    GraphQLError("The database is not available. Try again.", code: .unavailable)
  }
}
