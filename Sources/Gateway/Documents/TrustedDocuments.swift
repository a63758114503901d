package import GraphQL
import SessionTokens

/// The documents that the operator brings, found by id or by the SHA-256 of their bytes. All of them parse,
/// are valid and keep the limits, since it cannot be made otherwise.
package struct TrustedDocuments: Sendable {
  private var textByID: [DocumentIdentifier: String] = [:]

  package static let maximumCount = 10_000
  /// Bytes of all documents together.
  package static let maximumBytes = 64 << 20

  package init() {}

  /// - Throws: `TrustedDocumentsError` with everything that is wrong.
  package init(
    _ documents: [TrustedDocument], schema: Schema, introspection: IntrospectionPolicy = .on,
    limits: DocumentLimits = DocumentLimits()
  ) throws(TrustedDocumentsError) {
    guard documents.count <= Self.maximumCount else {
      throw TrustedDocumentsError(
        problems: ["there are \(documents.count) documents; at most \(Self.maximumCount) can be trusted"])
    }
    let size = documents.reduce(0) { $0 + $1.text.utf8.count }
    guard size <= Self.maximumBytes else {
      throw TrustedDocumentsError(
        problems: ["the documents have \(size) bytes together; at most \(Self.maximumBytes) can be trusted"])
    }
    let reader = OperationReader(schema: schema, limits: limits)
    var problems: [String] = []
    for document in documents {
      problems += reader.problems(of: document.text, showsSchema: introspection != .off).map { error in
        let place = error.locations.first.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(document.origin)\(place): \(error.message)"
      }
      if let problem = add(document) { problems.append("\(document.origin): \(problem)") }
    }
    guard problems.isEmpty else { throw TrustedDocumentsError(problems: problems) }
  }

  /// - Returns: what is wrong with the id.
  private mutating func add(_ document: TrustedDocument) -> String? {
    let digest = SHA256.hash(Array(document.text.utf8))
    textByID[.sha256(digest)] = document.text
    switch DocumentIdentifier(document.id) {
    case .sha256(digest): return nil
    case .sha256: return "the SHA-256 of the document is \(digest.hexadecimal), other than its id says"
    case .custom(let name):
      if let other = textByID.updateValue(document.text, forKey: .custom(name)), other != document.text {
        return "there is another document with the id \"\(name)\""
      }
      return nil
    case nil:
      return "\"\(document.id)\" cannot be an id: use at most \(DocumentIdentifier.maximumLength) letters, digits"
        + " and \"-\", \".\", \"_\", \"~\", or \"sha256:\" and the hash in lower case"
    }
  }

  /// - Parameter id: whatever a client sent.
  func text(id: String) -> String? { DocumentIdentifier(id).flatMap { textByID[$0] } }

  /// Clients of automatic persisted queries send the id or the hash of a document in the same place.
  func text(hash: PersistedQuery) -> String? {
    hash.digest.flatMap { textByID[.sha256($0)] } ?? text(id: hash.hash)
  }
}

/// The reason why documents cannot be trusted, one line each.
package struct TrustedDocumentsError: Error, CustomStringConvertible {
  package let problems: [String]

  /// The first 50 of many problems.
  package var description: String {
    let shown = problems.prefix(50).map { "  - \($0)" }
    let rest = problems.count > shown.count ? ["  and \(problems.count - shown.count) more"] : []
    return (["the trusted documents cannot be used:"] + shown + rest).joined(separator: "\n")
  }
}
