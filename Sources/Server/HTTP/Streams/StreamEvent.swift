/// An event of a stream, before its transport encodes it.
enum StreamEvent: Sendable {
  /// A whole GraphQL response as JSON: `{"data":…}` or `{"errors":…,"data":…}`.
  case next([UInt8])
  /// The last event: the JSON of the list of errors, `[{"message":…}]`. No data follows.
  case failed([UInt8])
  /// The last event of a stream that ends without an error.
  case complete
}
