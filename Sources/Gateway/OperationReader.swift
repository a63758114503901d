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
