import NIOHTTP1

/// The version of draft-ietf-httpbis-resumable-upload that a client speaks, by its appendix B: versions 3 to 8 differ
/// from the last one in the names of a header and in what a client must send.
struct UploadDraft: Hashable, Sendable {
  private static let versions = 3...8
  /// The status 104 of the draft, which no registry has yet.
  static let announcement = HTTPResponseStatus.custom(code: 104, reasonPhrase: "Upload Resumption Supported")
  static let mediaType = "application/partial-upload"

  /// Nil for a client that names none, or one that this server does not know.
  let version: Int?

  init(_ headers: HTTPHeaders) {
    version = StructuredItem.integer("upload-draft-interop-version", in: headers).flatMap { Self.versions.contains($0) ? $0 : nil }
  }

  /// Whether the client says that the file is whole with the request; nil where it does not say.
  func isComplete(_ headers: HTTPHeaders) -> Bool? {
    version == 3
      ? StructuredItem.boolean("upload-incomplete", in: headers).map { !$0 } : StructuredItem.boolean("upload-complete", in: headers)
  }

  /// The header that says whether the file is whole.
  func complete(_ isComplete: Bool) -> HTTPHeaders {
    version == 3 ? ["upload-incomplete": isComplete ? "?0" : "?1"] : ["upload-complete": isComplete ? "?1" : "?0"]
  }

  /// Whether the bytes of a request may be appended, by its media type. Until version 5 the draft had none for them.
  func isAppendable(_ headers: HTTPHeaders) -> Bool {
    if let version, version < 6 { return true }
    guard let type = headers.list("content-type"), let elements = HeaderElement.list(type), elements.count == 1 else { return false }
    return elements[0]?.name == Self.mediaType
  }
}
