import GraphQL

/// The stages from a request's text to its operation: parse, validate, choose, measure.
struct OperationReader: Sendable {
  private let validator: Validator
  private let limits: DocumentLimits

  init(schema: Schema, limits: DocumentLimits) {
    validator = Validator(schema: schema)
    self.limits = limits
  }

  func operation(of request: GraphQLRequest) throws(RequestFailure) -> Operation {
    let source = Source(request.query)
    let document = try parse(source)
    // Before validation: such an operation is refused for its method, whatever else is wrong with it.
    if request.isSafe, let operation = try? document.operation(named: request.operationName, source: source) {
      try request.checkMethod(allows: operation)
    }
    let errors = validator.validate(document, source: source)
    guard errors.isEmpty else { throw .invalid(errors) }
    let operation = try choose(request.operationName, of: document, source)
    if let problem = limits.problem(with: OperationSize(measuring: operation)) { throw .invalid([problem]) }
    return operation
  }

  private func parse(_ source: Source) throws(RequestFailure) -> Document {
    do {
      return try Document(parsing: source, limits: ParserLimits(maxTokens: limits.tokens))
    } catch {
      throw .invalid([error])
    }
  }

  private func choose(
    _ name: String?, of document: Document, _ source: Source
  ) throws(RequestFailure) -> Operation {
    do {
      return try document.operation(named: name, source: source)
    } catch {
      throw .invalid([error])
    }
  }
}

extension GraphQLRequest {
  /// - Throws: when the request came by GET and the operation is no query — GraphQL over HTTP, "GET".
  func checkMethod(allows operation: Operation) throws(RequestFailure) {
    let type = operation.definition.operation
    guard !isSafe || type == .query else { throw .unsafe(type) }
  }
}
