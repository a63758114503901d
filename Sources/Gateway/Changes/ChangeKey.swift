import Planning
package import SQL
import Domain

/// Changes with the same key contend for the same locks: one of them is in flight in a process at a time.
package enum ChangeKey: Hashable, Sendable {
  /// All changes of a family.
  case family(UUIDValue)
  /// Those of an account that has no family.
  case account(UUIDValue)
  /// Those without a session that say the same, such as the same refresh token: a hash of it. Two that share one by chance
  /// follow each other, and no more.
  case input(Int)

  init(of viewer: Viewer, _ input: MutationInput) {
    switch viewer {
    case .anonymous: self = .input(input.canonicalText.hashValue)
    case .reader(let reader): self = .input([reader.hashValue, input.canonicalText.hashValue].hashValue)
    case .account(let account):
      self = account.membership.map { .family($0.familyID) } ?? .account(account.accountID)
    }
  }
}
