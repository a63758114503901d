/// A telephone number in the form of E.164, which is the one form in which numbers are compared and stored: `+49301224675`.
package struct TelephoneNumber: Hashable, Sendable {
  /// The characters that a text may have, marks included.
  package static let characters = 1...40
  private static let digitCounts = 7...15

  package let text: String

  /// A reason why a text is no number, to follow the name of its field.
  package struct Problem: Error, Hashable, Sendable {
    package let message: String
  }

  private static let form = Problem(message: "must be a telephone number in international form, such as +49 30 1234567.")
  private static let extensionNumber = Problem(message: "must be a telephone number without an extension.")

  /// Reads a number as people write it: with spaces, dots, dashes, slashes and brackets, in digits of any script,
  /// with `00` in place of `+`. A trunk prefix behind the country code, in brackets or not, is dropped: callers from
  /// abroad do not dial it, and with it one telephone would have two numbers.
  ///
  ///     "+49 (0)30 1224675"  "0049 30 122-46-75"  "+４９ ３０ １２２４６７５"      +49301224675
  ///     "+39 06 6982"                                                           +39066982: the zero is a part of the number
  package init(_ text: String) throws(Problem) {
    let typed = TypedText.folded(text)
    var digits: [UInt8] = []
    var hasPlus = false
    for byte in typed.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "+"):
        guard !hasPlus, digits.isEmpty else { throw Self.form }
        hasPlus = true
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"): continue
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "e"),
        UInt8(ascii: "E"):
        throw digits.isEmpty ? Self.form : Self.extensionNumber
      default: throw Self.form
      }
    }
    if !hasPlus {
      guard digits.starts(with: [0, 0]) else { throw Self.form }
      digits.removeFirst(2)
    }
    guard let code = CountryCallingCode(of: digits) else { throw Self.form }
    let national = code.withoutTrunkPrefix(digits[code.length...])
    guard code.keepsZero || national.first != 0 else { throw Self.form }
    let number = digits[..<code.length] + national
    guard Self.digitCounts.contains(number.count) else { throw Self.form }
    self.text = "+" + String(decoding: number.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }
}

/// The country calling code that a number begins with — ITU-T E.164, annex to the Operational Bulletin no. 1114 — and the prefix that
/// callers inside the country dial before a national number.
struct CountryCallingCode: Hashable, Sendable {
  /// The codes of two digits. Those of one digit are 1 and 7, and all others have three.
  private static let pairs: Set<Int> = [
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61, 62, 63, 64, 65,
    66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
  ]
  /// Where a zero at the beginning is a part of the number: Ivory Coast, Benin, Gabon, Congo, San Marino, the Vatican and Italy.
  private static let keepingZero: Set<Int> = [39, 225, 229, 241, 242, 378, 379]

  let code: Int
  let length: Int

  /// - Returns: nil for digits that begin with no code.
  init?(of digits: [UInt8]) {
    guard digits.count > 3, digits[0] != 0 else { return nil }
    let pair = 10 * Int(digits[0]) + Int(digits[1])
    switch digits[0] {
    case 1, 7: (code, length) = (Int(digits[0]), 1)
    default: (code, length) = Self.pairs.contains(pair) ? (pair, 2) : (10 * pair + Int(digits[2]), 3)
    }
  }

  var keepsZero: Bool { Self.keepingZero.contains(code) }

  /// The national number without the prefix of calls inside the country.
  func withoutTrunkPrefix(_ national: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if keepsZero { return national }
    switch code {
    // A national number has ten digits there, and begins with neither 0 nor 1 in North America.
    case 1: return national.count == 11 && national.first == 1 ? national.dropFirst() : national
    case 7: return national.count == 11 && (national.first == 8 || national.first == 0) ? national.dropFirst() : national
    case 36: return national.starts(with: [0, 6]) ? national.dropFirst(2) : national
    case 52: return national.starts(with: [0, 1]) ? national.dropFirst(2) : national
    case 370: return national.count == 9 && (national.first == 8 || national.first == 0) ? national.dropFirst() : national
    case 375: return national.starts(with: [8, 0]) && national.count == 11 ? national.dropFirst(2) : Self.withoutZero(national)
    default: return Self.withoutZero(national)
    }
  }

  private static func withoutZero(_ national: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    national.first == 0 ? national.dropFirst() : national
  }
}
