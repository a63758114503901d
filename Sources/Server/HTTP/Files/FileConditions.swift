import NIOHTTP1

/// The part of a file that a request gets, by its conditions and its range — RFC 9110, section 13.
enum FileSelection: Hashable, Sendable {
  case notModified
  case preconditionFailed
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// - Parameters:
  ///   - tag: the strong tag of the file, with its quotes.
  ///   - count: the bytes of the file, at least one.
  ///   - isRangeable: whether the method is one for which ranges are defined: GET.
  init(_ headers: HTTPHeaders, tag: String, of count: Int, isRangeable: Bool) {
    if let answer = Self.condition(headers, tag: tag) {
      self = answer
      return
    }
    guard isRangeable, Self.isCurrent(headers, tag) else {
      self = .whole
      return
    }
    switch ByteRange(headers.list("range"), of: count) {
    case .whole: self = .whole
    case .part(let range): self = .part(range)
    case .unsatisfiable: self = .unsatisfiable
    }
  }

  /// The answer for which the file need not be looked at; nil where it is needed. A header that is none matches
  /// nothing.
  static func condition(_ headers: HTTPHeaders, tag: String) -> FileSelection? {
    if let tags = headers.list("if-none-match"), EntityTags(tags)?.matchesWeakly(tag) ?? false { return .notModified }
    if let tags = headers.list("if-match"), !(EntityTags(tags)?.matchesStrongly(tag) ?? false) { return .preconditionFailed }
    return nil
  }

  /// Whether the client has a part of the same bytes, so that another part fits to it. A date never says so.
  private static func isCurrent(_ headers: HTTPHeaders, _ tag: String) -> Bool {
    guard let validator = headers.list("if-range") else { return true }
    return validator == tag
  }
}
