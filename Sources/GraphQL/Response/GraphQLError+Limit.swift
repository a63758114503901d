extension GraphQLError {
  /// A limit of the server was passed. `extensions` say which and what it is, and how much was asked for
  /// where that is known:
  ///
  ///     {"code": "LIMIT_EXCEEDED", "limit": "first", "maximum": 200, "value": 500}
  package static func limitExceeded(
    _ message: String, limit name: String, maximum: Int, value: Int? = nil, locations: [Location] = [],
    path: [PathSegment] = []
  ) -> GraphQLError {
    GraphQLError(
      message, code: .limitExceeded, locations: locations, path: path,
      extensions: [Extension("limit", .string(name)), Extension("maximum", .number("\(maximum)"))]
        + (value.map { [Extension("value", .number("\($0)"))] } ?? []))
  }

  /// The answer would have more bytes of JSON than it may.
  package static func responseTooLarge(
    _ subject: String = "The answer is", maximum: Int, extensions: [Extension] = []
  ) -> GraphQLError {
    var error = limitExceeded(
      "\(subject) larger than the limit of \(maximum) bytes. Ask for shorter lists with \"first\", or for less of "
        + "each object.", limit: "responseBytes", maximum: maximum)
    error.extensions += extensions
    return error
  }
}
