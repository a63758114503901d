import GraphQL
import Domain

/// The stage from a request's parameters to the text of its document: as sent, or one that is known here by
/// the id or hash that was sent.
struct DocumentFinder: Sendable {
  private let trusted: TrustedDocuments
  private let acceptsTrustedOnly: Bool
  /// Nil when clients cannot have documents kept.
  private let clients: ClientDocuments?

  init(_ options: DocumentOptions) {
    trusted = options.trusted
    acceptsTrustedOnly = options.acceptsTrustedOnly
    clients = options.keepsClientDocuments && !options.acceptsTrustedOnly ? ClientDocuments() : nil
  }

  func text(of request: GraphQLRequest) throws(RequestFailure) -> String {
    if let id = request.documentId {
      guard let text = trusted.text(id: id) else { throw .invalid([.persistedQueryNotFound]) }
      return text
    }
    if acceptsTrustedOnly && request.query != nil && !request.isOfProgram {
      throw .invalid([
        GraphQLError(
          "Only trusted documents are executed here: send the \"documentId\" of one.", code: .persistedQueryOnly)
      ])
    }
    if let persisted = request.persistedQuery { return try text(of: persisted, sent: request.query) }
    guard let query = request.query else { throw .fault("a request without a document") }
    return query
  }

  /// The protocol of automatic persisted queries, with its error messages.
  /// - Parameter query: the document, when the client sends it.
  private func text(of persisted: PersistedQuery, sent query: String?) throws(RequestFailure) -> String {
    if query == nil, persisted.isVersion1, let text = trusted.text(hash: persisted) { return text }
    guard clients != nil || acceptsTrustedOnly else {
      throw .invalid([GraphQLError("PersistedQueryNotSupported", code: .persistedQueryNotSupported)])
    }
    guard persisted.isVersion1 else {
      throw .invalid([GraphQLError("Unsupported persisted query version", code: .badUserInput)])
    }
    guard let query else {
      guard let text = persisted.digest.flatMap({ clients?.text(of: $0) }) else {
        throw .invalid([.persistedQueryNotFound])
      }
      return text
    }
    guard persisted.digest == ClientDocuments.digest(of: query) else {
      throw .invalid([GraphQLError("provided sha does not match query", code: .persistedQueryHashMismatch)])
    }
    return query
  }

  /// Keeps the document of a request that was executed, if the client wants that.
  ///
  /// If every client could add documents, any client could evict the documents of others. Only documents that could be
  /// executed are kept, and only from viewers whose session the database confirmed.
  func keep(_ request: GraphQLRequest, of viewer: Viewer) {
    guard case .account = viewer, let query = request.query, let digest = request.persistedQuery?.digest
    else { return }
    clients?.keep(query, as: digest)
  }
}

extension GraphQLError {
  /// In the words that clients look for: they send the whole document then.
  fileprivate static var persistedQueryNotFound: GraphQLError {
    GraphQLError("PersistedQueryNotFound", code: .persistedQueryNotFound)
  }
}
