import Synchronization

/// Names a request in the log and to the client: 32 hexadecimal digits, the first half of them the process's.
struct RequestID: CustomStringConvertible {
  private static let process = UInt64.random(in: .min ... .max)
  private static let last = Atomic<UInt64>(0)

  private let number = last.wrappingAdd(1, ordering: .relaxed).newValue

  var description: String {
    String(unsafeUninitializedCapacity: 32) { text in
      Self.write(Self.process, at: 0, into: text)
      Self.write(number, at: 16, into: text)
      return 32
    }
  }

  private static func write(_ value: UInt64, at start: Int, into text: UnsafeMutableBufferPointer<UInt8>) {
    for position in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(position))) & 0xF
      text.initializeElement(
        at: start + position, to: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}
