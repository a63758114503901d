extension String {
  /// A word of a service for the log: at most 60 characters of printable ASCII.
  var bounded: String { String(decoding: utf8.prefix(60).map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self) }
}
