package import Files
package import SQL

/// The file that an upload became. All is of what is served.
package struct UploadedFile: Hashable, Sendable {
  package let id: UUIDValue
  package let name: String
  package let mediaType: String
  package let kind: FileKind
  package let bytes: Int
  package let sha256: [UInt8]
  /// Nil for documents, as `height`.
  package let width: Int?
  package let height: Int?

  package init(
    id: UUIDValue, name: String, mediaType: String, kind: FileKind, bytes: Int, sha256: [UInt8], width: Int?, height: Int?
  ) {
    self.id = id
    self.name = name
    self.mediaType = mediaType
    self.kind = kind
    self.bytes = bytes
    self.sha256 = sha256
    self.width = width
    self.height = height
  }

  init(_ file: AcceptedFile, id: UUIDValue) {
    self.init(
      id: id, name: file.name, mediaType: file.mediaType, kind: file.kind, bytes: file.bytes, sha256: file.sha256, width: file.width,
      height: file.height)
  }
}
