package import SQL

/// A file as the database knows it.
package struct KnownFile: Hashable, Sendable {
  package let id: UUIDValue
  package let kind: FileKind
  /// The size of the original.
  package let bytes: Int
  /// The size of all variants together.
  package let storedBytes: Int

  package init(id: UUIDValue, kind: FileKind, bytes: Int, storedBytes: Int) {
    self.id = id
    self.kind = kind
    self.bytes = bytes
    self.storedBytes = storedBytes
  }
}
