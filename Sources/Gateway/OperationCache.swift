import GraphQL

/// The operations of documents that were sent before: parsed and validated once. Bounded by the number of
/// documents and by their bytes. Documents that are refused are not kept.
struct OperationCache: Sendable {
  private struct Key: Hashable {
    let query: String
    let operationName: String?
  }

  private let cache: BoundedCache<Key, PreparedOperation>
  private let validator: Validator
  private let limits: DocumentLimits

  init(schema: Schema, limits: DocumentLimits, maximumCount: Int = 1000, maximumBytes: Int = 16 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
    validator = Validator(schema: schema)
    self.limits = limits
  }

  func operation(for request: GraphQLRequest) throws(RequestFailure) -> PreparedOperation {
    let key = Key(query: request.query, operationName: request.operationName)
    if let known = cache.value(for: key) { return known }
    let prepared = PreparedOperation(try operation(of: request))
    cache.insert(prepared, for: key, cost: request.query.utf8.count)
    return prepared
  }

  private func operation(of request: GraphQLRequest) throws(RequestFailure) -> Operation {
    let source = Source(request.query)
    let document: Document
    let operation: Operation
    do {
      document = try Document(parsing: source, limits: ParserLimits(maxTokens: limits.tokens))
    } catch {
      throw .document([error])
    }
    let errors = validator.validate(document, source: source)
    guard errors.isEmpty else { throw .document(errors) }
    do {
      operation = try document.operation(named: request.operationName, source: source)
    } catch {
      throw .document([error])
    }
    if let problem = limits.problem(with: OperationSize(measuring: operation)) { throw .document([problem]) }
    return operation
  }
}
