/// The reason why a text was not parsed, and the byte at which the error showed.
package struct SyntaxError: Error, Hashable {
  package var message: String
  package var offset: Int
  /// The limit that was passed, when the text may be correct but is too much.
  var limit: Limit?

  struct Limit: Hashable {
    var name: String
    var value: Int
  }

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  init(_ message: String, passing limit: Limit, at offset: Int) {
    self.message = message
    self.offset = offset
    self.limit = limit
  }
}

extension GraphQLError {
  init(_ error: SyntaxError, in source: Source) {
    let locations = [source.location(at: SourcePosition(error.offset))]
    if let limit = error.limit {
      self = .limitExceeded(error.message, limit: limit.name, maximum: limit.value, locations: locations)
    } else {
      self.init("Syntax Error: \(error.message)", code: .parseFailed, locations: locations)
    }
  }
}
