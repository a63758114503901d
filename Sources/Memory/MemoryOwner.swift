/// The party that memory is held for: a family; else an account; else a network.
package enum MemoryOwner: Hashable, Sendable {
  /// The 128 bits of its id.
  case family(UInt64, UInt64)
  /// An account without a family.
  case account(UInt64, UInt64)
  /// Requests without a session, by the bytes of the network's address.
  case network([UInt8])
  /// Shared by all.
  case server
}
