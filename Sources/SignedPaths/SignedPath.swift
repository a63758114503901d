/// The claim of an address: who may read what, as its purpose writes it down, and the slot in which it was signed. An address proves
/// that this server gave it to somebody who had the right then; whether the right still holds is asked of the database.
package struct SignedPath: Hashable, Sendable {
  package let slot: PathSlot
  package let subject: [UInt8]

  package init(slot: PathSlot, subject: [UInt8]) {
    self.slot = slot
    self.subject = subject
  }

  /// Reads the number of the slot, four bytes with the most significant first, and the subject.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    slot = PathSlot(number: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    subject = Array(bytes.dropFirst(4))
  }

  /// The bytes that are signed.
  package var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: slot.number >> UInt32(24 - 8 * $0)) } + subject
  }
}
