extension JSONValue {
  /// How many arrays and objects may stand inside one another, unless a caller says otherwise.
  package static let defaultMaxDepth = 64

  /// Parses a JSON text in UTF-8, strictly: RFC 8259, and of what it leaves open, no byte order mark, no
  /// two members of an object with the same name, no lone surrogates. Numbers keep their text.
  ///
  /// Takes time linear in the size of the text. `maxDepth` bounds how deep arrays and objects nest.
  package init(
    parsing bytes: UnsafeBufferPointer<UInt8>, maxDepth: Int = defaultMaxDepth
  ) throws(JSONError) {
    var parser = JSONParser(bytes, maxDepth: maxDepth)
    self = try parser.parseText()
  }

  /// Parses a JSON text as `init(parsing:maxDepth:)` does for a buffer.
  package init(parsing bytes: [UInt8], maxDepth: Int = defaultMaxDepth) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try JSONValue(parsing: buffer, maxDepth: maxDepth)
    }
  }
}
