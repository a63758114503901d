/// A weak entity tag — RFC 9110, section 8.8.3: `W/"…"`. Equal tags of a viewer stand for the same answer to the same request.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// Without the quotes.
  private let opaque: String

  init(opaque: String) { self.opaque = opaque }

  package var description: String { "W/\"\(opaque)\"" }

  /// Whether the value of an `If-None-Match` names the tag, by the weak comparison — RFC 9110, section 13.1.2. Text that is none
  /// names nothing.
  ///
  ///     W/"4fGq…", "other"
  func isNamed(by condition: String) -> Bool {
    if condition == "*" { return true }
    return condition.split(separator: ",").contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
      return entry.count > 2 && entry.first == "\"" && entry.last == "\"" && entry.dropFirst().dropLast() == opaque
    }
  }
}
