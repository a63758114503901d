extension ScalarForm {
  /// `URL`: absolute, of http or https, with a host in ASCII, without spaces, control characters and those that RFC 3986
  /// allows nowhere. Other characters are kept percent-encoded. A name and a password before the host are refused: they
  /// would be kept and shown.
  ///
  /// An international host is refused: to map one (UTS #46) takes tables that Swift's library does not have, and the
  /// address bars of browsers copy the ASCII form.
  package static let url = ScalarForm(
    expectation: "an address on the web such as https://example.org/page", maximum: 2000,
    hasForm: { text in
      guard let authority = WebAddress.authority(of: text), !authority.contains(where: { $0 >= 0x80 }) else { return false }
      let rest = text[authority.startIndex...]
      guard isPrintable(rest), !rest.contains(where: { #"<>"\^`{|}"#.utf8.contains($0) }) else { return false }
      return isAuthority(authority) && hasWholeEscapes(rest.dropFirst(authority.count))
    }, canonical: { WebAddress.canonical($0) },
    explanation: { text in
      guard let authority = WebAddress.authority(of: text), authority.contains(where: { $0 >= 0x80 }) else { return nil }
      let host = start(of: String(decoding: authority, as: UTF8.self))
      return "must have a host in ASCII, got \"\(host)\": write an international name in Punycode, as in xn--bcher-kva.example."
    })

  /// `EmailAddress`: what people have of RFC 5321, section 4.1.2 — a dot-string before the `@`, a domain of more than
  /// one label after it, and 254 bytes at most — and, by RFC 6531, letters beyond ASCII in both.
  package static let emailAddress = ScalarForm(
    expectation: "an e-mail address such as ada@example.org", maximum: 254
  ) { text in
    let parts = text.split(separator: UInt8(ascii: "@"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].count), isText(text) else { return false }
    let marks = "!#$%&'*+-/=?^_`{|}~".utf8
    let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return atoms.allSatisfy { atom in !atom.isEmpty && atom.allSatisfy { $0.isWord || marks.contains($0) } }
      && isDomain(parts[1]) && parts[1].contains(UInt8(ascii: "."))
  }

  /// A host, and perhaps a port: `example.org`, `localhost:8080`, `[::1]`.
  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = host[(host.startIndex + 1)..<end]
      let isAddress = address.allSatisfy {
        $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
      }
      guard isAddress, address.count(where: { $0 == UInt8(ascii: ":") }) >= 2 else { return false }
      host = host[(end + 1)...]
      return host.isEmpty || host.first == UInt8(ascii: ":") && isPort(host.dropFirst())
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard isPort(host[(colon + 1)...]) else { return false }
      host = host[..<colon]
    }
    return isDomain(host)
  }

  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard (1...5).contains(text.count), text.allSatisfy(\.isDigit) else { return false }
    return text.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } <= 65_535
  }

  /// Labels of letters, digits and hyphens, the underscores that some hosts have, and letters beyond ASCII.
  private static func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { $0.isWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      }
  }

  /// Whether a `%` is always followed by two hexadecimal digits.
  private static func hasWholeEscapes(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.allSatisfy { index in
      guard text[index] == UInt8(ascii: "%") else { return true }
      return index + 2 < text.endIndex && text[index + 1].isHexadecimal && text[index + 2].isHexadecimal
    }
  }

  /// Whether no character is a space or a control character, of ASCII or beyond.
  private static func isPrintable(_ text: ArraySlice<UInt8>) -> Bool {
    String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: return false
      default: return true
      }
    }
  }

  /// Whether every character beyond ASCII is a letter, a mark of one or a digit.
  private static func isText(_ text: ArraySlice<UInt8>) -> Bool {
    String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII { return true }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .decimalNumber:
        return true
      default: return false
      }
    }
  }
}
