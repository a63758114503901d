import GraphQL
import SQL
import Domain
package import SessionTokens

/// Makes the keys of answers, and the tags that clients know them by.
package struct AnswerIdentity: Sendable {
  private let hash: KeyedHash

  /// - Parameters:
  ///   - secrets: those of the session tokens. Without the secrets, a tag does not reveal its inputs.
  ///   - program: names the program and what settings it answers by: other programs give other answers.
  package init(secrets: SecretKeys, program: [UInt8]) {
    hash = KeyedHash(secrets, for: "entity tags", program)
  }

  /// - Returns: nil without a session.
  func key(of request: GraphQLRequest, _ operation: PreparedOperation, by viewer: Viewer) -> AnswerKey? {
    guard case .account(let account) = viewer else { return nil }
    var writer = JSONWriter(capacity: 512)
    if let variables = request.variables { writer.writeValue(variables) }
    var message = writer.bytes
    // A field of fixed length keeps two different inputs from having the same bytes.
    message += operation.digest
    for id in [account.accountID, account.membership?.familyID, account.membership?.memberID] {
      message += id?.bytes ?? [UInt8](repeating: 0, count: 16)
    }
    message.append(account.membership.map { $0.role == .parent ? 1 : 2 } ?? 0)
    message.append(request.wantsCost ? 1 : 0)
    return AnswerKey(bytes: hash.code(for: message).bytes)
  }

  func tag(of key: AnswerKey, _ stamps: VersionStamps) -> EntityTag {
    EntityTag(opaque: Base64URL.encode(hash.code(for: key.bytes + stamps.bytes).bytes.prefix(16)))
  }

  /// The tag of an answer by its bytes, for a viewer who is not to learn of changes that it does not see.
  func tag(of key: AnswerKey, _ body: [UInt8]) -> EntityTag {
    EntityTag(opaque: Base64URL.encode(hash.code(for: key.bytes + body).bytes.prefix(16)))
  }
}
