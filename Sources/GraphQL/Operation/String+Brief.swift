extension String {
  /// The text as a message quotes it: what is longer than 500 bytes is cut, so that many errors about one
  /// large value stay small.
  var brief: String { cut(to: 500) }

  /// At most so many bytes of the text, and then an ellipsis.
  func cut(to limit: Int) -> String {
    if utf8.count <= limit { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return "\(self[..<end])…"
  }
}
