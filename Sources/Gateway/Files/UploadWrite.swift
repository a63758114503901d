package import Files

/// A request that writes to an upload.
package struct UploadWrite: Hashable, Sendable {
  package enum Start: Hashable, Sendable {
    /// Bytes that came before are dropped.
    case anew
    /// Its bytes follow so many others.
    case after(Int)
  }

  package let start: Start
  /// Whether the file is whole with its last byte.
  package let isLast: Bool
  /// The bytes of the request; nil where it does not say how many.
  package let length: Int?
  /// The bytes of the file, as the request says; nil where it does not.
  package let fileLength: Int?

  package init(_ start: Start, isLast: Bool, length: Int?, fileLength: Int? = nil) {
    self.start = start
    self.isLast = isLast
    self.length = length
    self.fileLength = fileLength
  }
}

/// The result of such a request.
package enum UploadOutcome: Hashable, Sendable {
  /// The file is stored.
  /// - Parameter isNew: whether it is by this request.
  case stored(UploadedFile, isNew: Bool)
  /// So many bytes have come, and more are to come.
  case received(Int)
  /// The bytes do not follow those that have come.
  case otherOffset(Int)
  /// The file is stored, and the request is none that stored it.
  case alreadyStored(bytes: Int)
  /// The file is said to be whole, and is shorter than it was declared.
  case tooShort(received: Int, declared: Int)
  /// There is more than was declared. The bytes of the request are dropped.
  case tooLong(declared: Int)
  /// Refused for good, and deleted.
  case refused(FileRefusal.Reason)
  /// Unknown, expired, refused, withdrawn: all alike.
  case unknown
  /// The bytes have come and stay, and the request may be sent again without them after so many seconds.
  case busy(received: Int, retryAfter: Int)
  /// The request ended before its bytes had come. Those that came stay.
  case cut(UploadCut, received: Int)
}
