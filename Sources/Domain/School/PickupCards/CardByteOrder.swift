/// The order in which a card reader reports the bytes of an id: `CardByteOrder` of the SDL.
package enum CardByteOrder: String, CaseIterable, Hashable, Sendable {
  /// The order of printed cards: the manufacturer's byte stands first.
  case asPrinted = "AS_PRINTED"
  /// The opposite order: the manufacturer's byte stands last.
  case reversed = "REVERSED"

  /// The bytes in the order of printed cards.
  func printed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .asPrinted: bytes
    case .reversed: bytes.reversed()
    }
  }
}
