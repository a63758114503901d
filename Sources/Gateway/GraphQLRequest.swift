package import GraphQL

/// The parameters of a request — GraphQL over HTTP, "Request Parameters" and, for `documentId`, its appendix
/// "Persisted Documents". At least one of `query`, `documentId` and `persistedQuery` is there.
package struct GraphQLRequest: Sendable {
  package var query: String?
  /// Names a trusted document.
  package var documentId: String?
  package var operationName: String?
  /// A JSON object, or nil when there are none.
  package var variables: JSONValue?
  /// Names a document that was sent before, or the one that `query` is.
  package var persistedQuery: PersistedQuery?
  /// Whether the answer is to say what the operation costs: `"extensions": {"cost": true}`.
  package var wantsCost = false
  /// Whether the answer is to show its statements, where the operator allows it: `"extensions": {"plan": true}`.
  package var wantsPlan = false
  /// The tags of answers that the client has, as an `If-None-Match` names them: of such an answer nothing is sent again.
  package var knownTags: String?
  /// Whether the answer says its tag in `extensions.etag`: `"extensions": {"ifNoneMatch": null}` or with tags.
  package var wantsTag = false
  /// Whether the method is one that changes nothing, GET or HEAD: then only a query is executed — RFC 9110,
  /// section 9.2.1.
  package var isSafe = false
  /// Whether this program wrote the document, and no client. Such a document is trusted.
  package var isOfProgram = false

  package init(query: String, operationName: String? = nil, variables: JSONValue? = nil) {
    self.query = query
    self.operationName = operationName
    self.variables = variables
  }

  /// The body of a request, for messages.
  package static let example = #"{"query": "{ viewer { name } }"}"#

  /// Reads the body of a POST.
  ///
  ///     {"query": "query ($id: ID!) { course(id: $id) { name } }", "variables": {"id": "…"}}
  ///     {"documentId": "FamilyPage", "variables": {"id": "…"}}
  ///
  /// A parameter that is null counts as absent; other members are ignored.
  /// - Throws: `BAD_USER_INPUT` when the body is no JSON or a parameter is of the wrong type.
  package init(json body: [UInt8]) throws(GraphQLError) {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: body)
    } catch {
      throw GraphQLError(
        "The request body is not JSON: \(error.message) Send \(Self.example).", code: .badUserInput)
    }
    if case .array = json {
      throw GraphQLError(
        "A batch is not served: send each request by itself, as a JSON object with the member \"query\".",
        code: .badUserInput)
    }
    guard case .object = json else {
      throw GraphQLError(
        "The request body must be a JSON object with the member \"query\". Send \(Self.example).", code: .badUserInput)
    }
    try self.init(parameters: json)
  }

  /// Reads the parameters, which are the members of an object.
  /// - Throws: `BAD_USER_INPUT` when nothing says which document is meant, two things do, or a parameter is of
  ///   the wrong type.
  package init(parameters: JSONValue) throws(GraphQLError) {
    query = try Self.text(parameters["query"], named: "query")
    documentId = try Self.text(parameters["documentId"], named: "documentId")
    operationName = try Self.text(parameters["operationName"], named: "operationName")
    variables = try Self.object(parameters["variables"], named: "variables")
    let extensions = try Self.object(parameters["extensions"], named: "extensions")
    persistedQuery = try PersistedQuery(extensions: extensions)
    wantsCost = try Self.flag(extensions?["cost"], named: "extensions.cost")
    wantsPlan = try Self.flag(extensions?["plan"], named: "extensions.plan")
    if let condition = extensions?["ifNoneMatch"] {
      knownTags = try Self.text(condition, named: "extensions.ifNoneMatch")
      wantsTag = true
    }
    if query == nil && documentId == nil && persistedQuery == nil {
      throw GraphQLError(
        "The request has neither \"query\" nor \"documentId\". Send \(Self.example).", code: .badUserInput)
    }
    if documentId != nil && query != nil {
      throw GraphQLError(
        "The request has both \"query\" and \"documentId\": send one of them.", code: .badUserInput)
    }
    if documentId != nil && persistedQuery != nil {
      throw GraphQLError(
        "The request has both \"documentId\" and \"extensions.persistedQuery\": send one of them.",
        code: .badUserInput)
    }
  }

  private static func text(_ value: JSONValue?, named name: String) throws(GraphQLError) -> String? {
    switch value {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw GraphQLError("\"\(name)\" must be a string.", code: .badUserInput)
    }
  }

  private static func flag(_ value: JSONValue?, named name: String) throws(GraphQLError) -> Bool {
    switch value {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw GraphQLError("\"\(name)\" must be a boolean.", code: .badUserInput)
    }
  }

  private static func object(_ value: JSONValue?, named name: String) throws(GraphQLError) -> JSONValue? {
    switch value {
    case nil, .null: return nil
    case .object: return value
    default: throw GraphQLError("\"\(name)\" must be a JSON object.", code: .badUserInput)
    }
  }
}
