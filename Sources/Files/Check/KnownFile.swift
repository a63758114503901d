package import SQL

/// A file as the database knows it.
package struct KnownFile: Hashable, Sendable {
  package let id: UUIDValue
  package let kind: FileKind
  /// Of the original.
  package let bytes: Int
  /// Of all variants together.
  package let storedBytes: Int

  package init(id: UUIDValue, kind: FileKind, bytes: Int, storedBytes: Int) {
    self.id = id
    self.kind = kind
    self.bytes = bytes
    self.storedBytes = storedBytes
  }
}
