extension String {
  /// The text with `***` for every word that looks like a credential. Errors repeat the input, as the reference
  /// implementation words them; clients show them on screens, and error collectors store them.
  ///
  ///     Syntax Error: Expected ":", found String "***".
  ///
  /// Words that look like a credential: the beginning of a JSON Web Token, which is `eyJ`; 32 or more of the letters
  /// of base64url, with small ones, capitals and digits among them; and codes as people read them to each other, in
  /// groups of four or five. Names of a schema, UUIDs, dates and hashes do not.
  package var withoutCredentials: String {
    // Most texts have no word that is long enough.
    guard utf8.count >= Credential.minimumLength else { return self }
    var text: [UInt8] = []
    var word: [UInt8] = []
    var isChanged = false
    func end() {
      if Credential.isCredential(word[...]) {
        text += Array("***".utf8)
        isChanged = true
      } else {
        text += word
      }
      word.removeAll(keepingCapacity: true)
    }
    for byte in utf8 {
      if Credential.isOfWord(byte) {
        word.append(byte)
      } else {
        end()
        text.append(byte)
      }
    }
    end()
    return isChanged ? String(decoding: text, as: UTF8.self) : self
  }
}

/// The forms of a token, a refresh token and a code.
private enum Credential {
  /// The length of a family's code without hyphens: the shortest credential.
  static let minimumLength = 10
  /// The length of a part of a refresh token's 43 letters that is worth hiding.
  private static let opaqueLength = 32
  /// The group lengths of a family's code, and of an invitation's.
  private static let groups = [[5, 5], [4, 4, 4, 4]]

  static func isOfWord(_ byte: UInt8) -> Bool {
    isSmall(byte) || isCapital(byte) || isDigit(byte) || "-_.".utf8.contains(byte)
  }

  /// - Parameter word: letters, digits, hyphens, underscores and dots.
  static func isCredential(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= minimumLength else { return false }
    let parts = word.split(separator: UInt8(ascii: "."))
    return parts.contains { isToken($0) || isOpaque($0) || isCode($0) }
  }

  private static func isToken(_ part: ArraySlice<UInt8>) -> Bool {
    part.count >= minimumLength && part.starts(with: "eyJ".utf8)
  }

  private static func isOpaque(_ part: ArraySlice<UInt8>) -> Bool {
    part.count >= opaqueLength && part.contains(where: isSmall) && part.contains(where: isCapital)
      && part.contains(where: isDigit)
  }

  private static func isCode(_ part: ArraySlice<UInt8>) -> Bool {
    let parts = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard !part.contains(UInt8(ascii: "_")) else { return false }
    // Told from words by its capitals, or its digits.
    if groups.contains(parts.map(\.count)) { return part.contains(where: isDigit) || !part.contains(where: isSmall) }
    guard parts.count == 1, part.contains(where: isCapital), !part.contains(where: isSmall) else { return false }
    switch part.count {
    // `PERCENTAGE` is a name: a family's code that has no digit, one in forty, cannot be told from it.
    case 10: return part.contains(where: isDigit)
    case 16: return part.contains(where: isDigit) || !part.contains(where: "ILOU".utf8.contains)
    default: return false
    }
  }

  private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
