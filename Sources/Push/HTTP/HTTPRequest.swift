/// A POST.
struct HTTPRequest: Sendable {
  let url: String
  /// As `name: value`.
  let headers: [String]
  let body: [UInt8]
}
