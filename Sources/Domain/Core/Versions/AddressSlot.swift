import SQL

/// The slots in which addresses are signed, by the clock of the database: see `PathSlot`.
enum AddressSlot {
  /// The next slot begins: an answer with an address is another one then.
  static let boundary = Boundary(
    "addresses.slot", next: "to_timestamp((floor(extract(epoch FROM now()) / 900) + 1) * 900)")

  /// The bytes that the claim of an address begins with: the number of the slot.
  ///
  ///     int4send(floor(extract(epoch FROM now()) / 900)::int)
  static var bytes: SQL { "int4send(floor(extract(epoch FROM \(now: boundary)) / 900)::int)" }
}
