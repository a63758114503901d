/// An upload as the database knows it.
package struct KnownUpload: Sendable {
  package enum State: Sendable {
    case waiting
    case stored(UploadedFile)
  }

  /// As it was given.
  package let name: String
  /// The bytes that are to be sent.
  package let bytes: Int
  /// The hash of the bytes that are to be sent; nil for any.
  package let sha256: [UInt8]?
  package let state: State

  package init(name: String, bytes: Int, sha256: [UInt8]?, state: State) {
    self.name = name
    self.bytes = bytes
    self.sha256 = sha256
    self.state = state
  }
}
