import Synchronization

/// Names a request in the log and to the client: 32 hexadecimal digits, the first half of them the process's.
struct RequestID: CustomStringConvertible {
  private static let process = UInt64.random(in: .min ... .max)
  private static let last = Atomic<UInt64>(0)

  private let number = last.wrappingAdd(1, ordering: .relaxed).newValue

  var description: String { Self.digits(Self.process) + Self.digits(number) }

  private static func digits(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { text in
      for position in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(position))) & 0xF
        text[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 16
    }
  }
}
