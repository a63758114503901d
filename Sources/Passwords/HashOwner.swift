/// The parties that a hash is accounted to.
package struct HashOwner: Hashable, Sendable {
  /// The account, or the address that names none.
  package let account: String
  /// The network that the request comes from; nil where it is not known.
  package let network: [UInt8]?
  /// Whether the device is known to the account: then strangers of the same network do not use up what it may.
  package let isKnown: Bool

  package init(account: String, network: [UInt8]?, isKnown: Bool = false) {
    self.account = account
    self.network = network
    self.isKnown = isKnown
  }
}
