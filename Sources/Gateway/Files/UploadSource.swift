/// The bytes of a request that writes to an upload, one piece after the other.
package protocol UploadSource: Sendable {
  associatedtype Piece: Collection<UInt8> & Sendable

  /// - Returns: nil after the last ones.
  func next() async throws(UploadCut) -> Piece?

  /// Lets `next` fail, now and later. Called from any thread.
  func end()
}

/// The bytes of a request have ended too early.
package enum UploadCut: Error, Hashable, Sendable {
  /// The client has gone.
  case gone
  /// They came too slowly.
  case tooSlow
  /// A newer request has taken the upload over.
  case displaced
}
