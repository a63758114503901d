import Planning
import SQL

extension MutationInput {
  /// The column of an `EmailAddress`, if the field is given.
  func emailAddress(_ name: String, _ column: String) throws(MutationFailure) -> Change.Values {
    guard isGiven(name), let address = try text(name, characters: 3...320) else {
      return try value(name, column, .text, nil)
    }
    guard address.isEmailAddress else {
      throw .invalid("\"\(name)\" must be an e-mail address such as ada@example.org.", at: path(of: name))
    }
    return [.init(column, .text(address))]
  }

  /// The column of a `TimeZone`, if the field is given. Whether there is such a zone is the database's to say.
  func timeZone(_ name: String, _ column: String) throws(MutationFailure) -> Change.Values {
    guard isGiven(name) else { return [] }
    guard let zone = try text(name, characters: 1...64), zone.hasFormOfTimeZone else {
      throw .invalid(Change.noTimeZone, at: path(of: name))
    }
    return [.init(column, .text(zone))]
  }
}

extension Change {
  static let noTimeZone = "\"timeZone\" must be the IANA name of a time zone, such as America/New_York."
}

extension String {
  /// The addresses that people have: RFC 5321, section 4.1.2, with a dot-string before the `@`, or any letters
  /// beyond ASCII — RFC 6531 —, and a domain of more than one label after it.
  fileprivate var isEmailAddress: Bool {
    let parts = utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].count), parts[1].count <= 255 else { return false }
    let marks = Array("!#$%&'*+-/=?^_`{|}~".utf8)
    func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetterOrDigit }
    let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count > 1
      && atoms.allSatisfy { atom in !atom.isEmpty && atom.allSatisfy { isWord($0) || marks.contains($0) } }
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// Whether this may be an IANA name: `UTC`, `America/Port-au-Prince`, `Etc/GMT+5`. PostgreSQL also takes
  /// specifications such as `Foo/Bar3`, which have digits.
  fileprivate var hasFormOfTimeZone: Bool {
    if self == "UTC" || wholeMatch(of: /Etc\/GMT[+-]?[0-9]{1,2}/) != nil { return true }
    return wholeMatch(of: /[A-Za-z_]+(\/[A-Za-z_-]+)+/) != nil
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
