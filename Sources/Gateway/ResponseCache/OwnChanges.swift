import SQL
import Domain
import Synchronization

/// How often this process has changed each family and account: what it has read before is not asked for again. A hint: of more families than
/// there is room for, some are not told apart.
final class OwnChanges: Sendable {
  private static let room = 1 << 14
  private let counts = Mutex([UInt64](repeating: 0, count: OwnChanges.room))

  func count(of viewer: Viewer) -> UInt64 {
    guard case .account(let account) = viewer else { return 0 }
    let place = Self.place(of: account.membership?.familyID ?? account.accountID)
    return counts.withLock { $0[place] }
  }

  /// A change of these families, accounts and places was committed.
  func note(_ owners: [UUIDValue]) {
    if owners.isEmpty { return }
    counts.withLock { counts in
      for owner in owners { counts[Self.place(of: owner)] += 1 }
    }
  }

  private static func place(of id: UUIDValue) -> Int { Int(truncatingIfNeeded: (id.high ^ id.low) % UInt64(room)) }
}
