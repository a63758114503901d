import SQL
import Domain
import Synchronization

/// How often this process has changed each family: what it has read before is not asked for again. A hint: of more families than
/// there is room for, some are not told apart.
final class OwnChanges: Sendable {
  private static let room = 1 << 14
  private let counts = Mutex([UInt64](repeating: 0, count: OwnChanges.room))

  func count(of viewer: Viewer) -> UInt64 { counts.withLock { $0[Self.place(of: viewer)] } }

  /// A change of the viewer's was committed, or may have been.
  func note(by viewer: Viewer) { counts.withLock { $0[Self.place(of: viewer)] += 1 } }

  private static func place(of viewer: Viewer) -> Int {
    guard case .account(let account) = viewer else { return 0 }
    let id = account.membership?.familyID ?? account.accountID
    return Int(truncatingIfNeeded: (id.high ^ id.low) % UInt64(room))
  }
}
