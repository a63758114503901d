package import Memory
import SQL
package import Domain

extension MemoryOwner {
  /// The family of a viewer; without one its account; without a session, with a token that is not valid, or with that of a card reader,
  /// the network.
  package init(_ viewer: Viewer?, network: () -> ClientNetwork?) {
    if case .account(let account) = viewer {
      let family = account.membership?.familyID
      self = family.map { .family($0.high, $0.low) } ?? .account(account.accountID.high, account.accountID.low)
    } else {
      self = .network(network()?.bytes ?? [])
    }
  }
}
