/// The name of a file, as a person sees it. It names nothing in a store, where files stand under their ids.
package enum FileName {
  /// The number of characters that a name may have.
  package static let characters = 1...255

  /// A name as it is kept: the part behind the last separator of a path, without leading dots, outer spaces and controls of text
  /// direction.
  ///
  ///     "../../etc/passwd"        "passwd"
  ///     "C:\\Users\\Ada\\a.pdf"     "a.pdf"
  ///     "photo\u{202E}gpj.exe"    "photogpj.exe"
  ///
  /// - Returns: nil where it has several lines or control characters, where nothing is left, and where too much is.
  package static func cleaned(_ name: String) -> String? {
    guard !name.unicodeScalars.contains(where: isRefused) else { return nil }
    let scalars = Array(name.unicodeScalars.filter { !$0.properties.isBidiControl })
    let last = scalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? []
    // One after the other is not enough: a space may stand before a dot.
    let front = last.drop { $0 == "." || isOuterSpace($0) }
    guard let end = front.lastIndex(where: { !isOuterSpace($0) }) else { return nil }
    let kept = front[...end]
    guard characters.contains(kept.count), !kept.allSatisfy(isUnseen) else { return nil }
    return String(String.UnicodeScalarView(kept))
  }

  /// A cleaned name with an ending of a type: its own, or one that is appended.
  ///
  ///     "evil.js", PNG            "evil.js.png"
  ///     "IMG.JPEG", JPEG          "IMG.JPEG"
  package static func ending(_ name: String, as type: FileType) -> String {
    let scalars = name.unicodeScalars
    if let dot = scalars.lastIndex(of: "."), dot != scalars.startIndex {
      let ending = String(scalars[scalars.index(after: dot)...]).lowercased()
      if type.endings.contains(ending) { return name }
    }
    let appended = "." + type.endings[0]
    // Whole letters, so that a mark does not lose the letter that it belongs to.
    var stem = name
    while stem.unicodeScalars.count + appended.count > characters.upperBound { stem.removeLast() }
    return stem + appended
  }

  /// Unicode's category Cc, and the separators of lines and paragraphs.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// As the names of people and courses lose it at both ends: spaces, and characters of no width.
  private static func isOuterSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x2060, 0xFEFF, 0xAD: true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
  }
}
