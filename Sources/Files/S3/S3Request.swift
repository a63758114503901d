/// A request to a store, before it is signed.
struct S3Request: Sendable {
  enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A range of a file.
    case file(LocalFile, Range<Int>)
  }

  let method: String
  /// Empty for the bucket itself.
  let key: String
  var query: [(String, String)] = []
  var headers: [String: String] = [:]
  var body = Body.none
}
