import GraphQL
import Passwords
import Planning
import SQL

extension HashOwner {
  /// The owner of the hash of a request that proves an account.
  init(_ account: UUIDValue, _ lookups: PreparationLookups<Viewer>, isKnown: Bool = false) {
    self.init(account: account.description, network: lookups.network, isKnown: isKnown)
  }

  /// The same where no account is known: then the address stands for it.
  init(_ address: SignInAddress, _ lookups: PreparationLookups<Viewer>) {
    self.init(account: "\(address.channel.rawValue) \(address.lookup)", network: lookups.network)
  }

  /// The same of a signed-in account's own password.
  init(_ lookups: PreparationLookups<Viewer>) throws(MutationFailure) {
    guard case .account(let account) = lookups.viewer else {
      throw .refused("This needs a session.", code: .unauthenticated)
    }
    // Its session is as good as a known device.
    self.init(account.accountID, lookups, isKnown: true)
  }
}
