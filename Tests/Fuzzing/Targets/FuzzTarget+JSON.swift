import GraphQL

extension FuzzTarget {
  /// Reading JSON: what was read and is written again reads the same.
  package static let json = FuzzTarget("json", corpus: Corpus.json, words: Corpus.jsonWords) {
    (input) throws(Broken) in
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: input)
    } catch {
      try Broken.unless(!error.message.isEmpty, "The error has no message.")
      return .refused
    }
    let text = written(value)
    let again: JSONValue
    do throws(JSONError) {
      again = try JSONValue(parsing: text)
    } catch {
      throw Broken("What was written cannot be read, \(error.message): \(String(decoding: text, as: UTF8.self))")
    }
    try Broken.unless(again == value, "Written, it is another value: \(String(decoding: text, as: UTF8.self))")
    try Broken.unless(again.hashValue == value.hashValue, "Equal values have different hashes.")
    try Broken.unless(written(again) == text, "Written again, it is another text.")
    return .accepted
  }

  private static func written(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.writeValue(value)
    return writer.bytes
  }
}
