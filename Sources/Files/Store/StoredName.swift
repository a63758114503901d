package import SQL

/// The name of a variant in a store, which begins with two digits of the id that are random also in a UUID of version 7.
///
///     ef/0198a1b2-0000-7000-8000-0123456789ef.original
package struct StoredName: Hashable, Sendable, CustomStringConvertible {
  package let id: UUIDValue
  package let variant: FileVariant

  package init(_ id: UUIDValue, _ variant: FileVariant) {
    self.id = id
    self.variant = variant
  }

  /// Reads a name as `description` writes it; nil for every other text.
  package init?(_ text: String) {
    guard text.utf8.count > 40 else { return nil }
    let parts = text.dropFirst(3).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = UUIDValue(String(parts[0])), let variant = FileVariant(rawValue: String(parts[1])) else { return nil }
    self.init(id, variant)
    guard description == text else { return nil }
  }

  /// The folder among 256 that the name is in.
  package var folder: UInt8 { UInt8(truncatingIfNeeded: id.low) }

  package var description: String { "\(Self.text(of: folder))/\(id).\(variant.rawValue)" }

  /// Two hexadecimal digits.
  static func text(of folder: UInt8) -> String {
    let digits = String(folder, radix: 16)
    return folder < 16 ? "0" + digits : digits
  }
}
