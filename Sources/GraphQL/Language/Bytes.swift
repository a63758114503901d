/// The bytes of a text that is being read.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  /// The byte at `offset`; nil from the end on.
  @inline(__always)
  func at(_ offset: Int) -> UInt8? { offset < count ? self[offset] : nil }

  /// Whether `byte` stands at each of the offsets `offset..<offset + times`.
  @inline(__always)
  func has(_ byte: UInt8, times: Int, at offset: Int) -> Bool {
    guard offset + times <= count else { return false }
    for index in offset..<offset + times where self[index] != byte { return false }
    return true
  }

  /// The text between two offsets. Bytes that are not UTF-8 become U+FFFD.
  @inline(__always)
  func string(_ start: Int, _ end: Int) -> String {
    String(decoding: Bytes(rebasing: self[start..<end]), as: UTF8.self)
  }

  /// The text between two offsets, which is ASCII. For short texts faster than `string(_:_:)`.
  @inline(__always)
  func asciiString(_ start: Int, _ end: Int) -> String {
    let text = self[start..<end]
    return String(unsafeUninitializedCapacity: text.count) { $0.initialize(fromContentsOf: text) }
  }

  /// How many bytes the UTF-8 encoding of a scalar value takes that starts at `offset`; nil when the bytes
  /// there are not UTF-8: cut off, overlong, a surrogate, or beyond U+10FFFF. RFC 3629, section 4.
  func scalarLength(at offset: Int) -> Int? {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      at(offset).map(range.contains) ?? false
    }
    switch self[offset] {
    case 0x00...0x7F:
      return 1
    case 0xC2...0xDF:
      return isContinuation(offset + 1) ? 2 : nil
    case 0xE0...0xEF:
      let second: ClosedRange<UInt8> =
        switch self[offset] {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        default: 0x80...0xBF
        }
      return isContinuation(offset + 1, second) && isContinuation(offset + 2) ? 3 : nil
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> =
        switch self[offset] {
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
      return isContinuation(offset + 1, second) && isContinuation(offset + 2) && isContinuation(offset + 3)
        ? 4 : nil
    default:
      return nil
    }
  }
}

extension UInt8 {
  /// `Digit : one of 0 … 9`
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// `NameStart : Letter | _`
  @inline(__always)
  var isNameStart: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }

  /// `NameContinue : Letter | Digit | _`
  @inline(__always)
  var isNameContinue: Bool { isNameStart || isDigit }

  /// The value of a hexadecimal digit of either case; nil for other bytes.
  var hexDigitValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
