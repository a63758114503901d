extension ScalarForm {
  /// `Color`: `#2E86AB`, kept in upper case.
  package static let color = ScalarForm(
    expectation: "a color such as #2E86AB", maximum: 7,
    hasForm: { $0.count == 7 && $0.first == UInt8(ascii: "#") && $0.dropFirst().allSatisfy(\.isHexadecimal) },
    canonical: { $0.uppercased() })

  /// `TimeZone`: what may be a name. Which names there are is the database's to say.
  ///
  /// `UTC`, `Etc/GMT+5` of -14 to +12, or two or three words such as `America/Port-au-Prince`. No other name has digits:
  /// with them PostgreSQL takes a name that it does not know for a rule of its own.
  package static let timeZone = ScalarForm(
    expectation: "the IANA name of a time zone, such as America/New_York", maximum: 64
  ) { text in
    if text.elementsEqual("UTC".utf8) { return true }
    for (prefix, most) in [("Etc/GMT+", 12), ("Etc/GMT-", 14)] where text.starts(with: prefix.utf8) {
      return (1...most).contains { text.dropFirst(prefix.utf8.count).elementsEqual("\($0)".utf8) }
    }
    let words = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Areas begin with a capital: `posix/` and `right/` are folders of a system's files.
    guard (2...3).contains(words.count), text.first.map({ $0 & 0x20 == 0 }) == true else { return false }
    return words.allSatisfy { word in
      guard let first = word.first, first.isLetter, let last = word.last, last.isLetter else { return false }
      return word.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
  }
}
