/// A file that was examined and written anew, in temporary files of its own, ready for a store.
package struct AcceptedFile: Sendable {
  /// The cleaned name, with an ending of the type.
  package let name: String
  package let type: FileType
  /// The number of bytes of the original, as it is served.
  package let bytes: Int
  /// The hash of the original, as it is served: 32 bytes.
  package let sha256: [UInt8]
  /// Upright, in pixels; nil for documents, as `height`.
  package let width: Int?
  package let height: Int?
  /// The temporary files, by variant: the original, and the thumbnails of a picture.
  package let files: [FileVariant: String]
  /// The bytes of all variants together.
  package let storedBytes: Int

  package var mediaType: String { type.mediaType }
  package var kind: FileKind { type.kind }

  /// Removes the temporary files that are still there.
  package func discard() { for path in files.values { Disk.remove(path) } }
}
