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
}
