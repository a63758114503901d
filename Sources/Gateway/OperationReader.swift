import GraphQL

/// The stages from a document's text to its operation: parse, validate, choose, measure.
struct OperationReader: Sendable {
  private let validator: Validator
  /// For those who may not see the schema.
  private let reticentValidator: Validator
  private let limits: DocumentLimits

  init(schema: Schema, limits: DocumentLimits) {
    validator = Validator(schema: schema, advice: true)
    reticentValidator = Validator(schema: schema, suggestions: false, introspection: false)
    self.limits = limits
  }

  /// - Parameters:
  ///   - text: of the document that the request means.
  ///   - showsSchema: whether the document may ask for the schema, and errors may say what is in it.
  func operation(
    in text: String, for request: GraphQLRequest, showsSchema: Bool
  ) throws(RequestFailure) -> Operation {
    let source = Source(text)
    let document = try parse(source)
    // Before validation: such an operation is refused for its method, whatever else is wrong with it.
    if request.isSafe, let operation = try? document.operation(named: request.operationName, source: source) {
      try request.checkMethod(allows: operation)
    }
    try validate(document, source, showsSchema: showsSchema)
    return try operation(of: document, named: request.operationName, source)
  }

  /// The problems that keep a document, or any of its operations, from being executed.
  func problems(of text: String, showsSchema: Bool) -> [GraphQLError] {
    let source = Source(text)
    do throws(RequestFailure) {
      let document = try parse(source)
      try validate(document, source, showsSchema: showsSchema)
      let names = document.operationNames
      guard !names.isEmpty else {
        return [GraphQLError("The document has no operation.", code: .operationResolutionFailure)]
      }
      for name in names { _ = try operation(of: document, named: name, source) }
      return []
    } catch {
      return error.errors(id: "start")
    }
  }

  /// - Throws: when the `variables` of a request pass a limit.
  func checkSize(of variables: JSONValue) throws(RequestFailure) {
    if let problem = limits.problem(with: InputSize(measuring: variables), of: "variables") {
      throw .invalid([problem])
    }
  }

  private func validate(
    _ document: Document, _ source: Source, showsSchema: Bool
  ) throws(RequestFailure) {
    let errors = (showsSchema ? validator : reticentValidator).validate(document, source: source)
    guard errors.isEmpty else { throw .invalid(errors) }
  }

  private func operation(
    of document: Document, named name: String?, _ source: Source
  ) throws(RequestFailure) -> Operation {
    let operation = try choose(name, of: document, source)
    let problem =
      limits.problem(with: OperationSize(measuring: operation))
      ?? limits.problem(with: InputSize(measuring: operation), of: "values of the operation")
    if let problem { throw .invalid([problem]) }
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

extension Document {
  /// The name of each operation; nil for one without a name.
  fileprivate var operationNames: [String?] {
    definitions.compactMap { definition in
      if case .operation(let operation) = definition { .some(operation.name?.value) } else { nil }
    }
  }
}
