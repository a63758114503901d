/// A form in which a file is stored. The raw value ends its name in the store.
package enum FileVariant: String, CaseIterable, Hashable, Sendable {
  case original
  /// JPEGs that fit into squares of 160, 480 and 1,280 pixels: `ThumbnailSize` of the schema.
  case small, medium, large

  /// The variant of a number, by which addresses name it.
  package init?(number: UInt8) {
    guard let variant = Self.allCases.dropFirst(Int(number)).first else { return nil }
    self = variant
  }

  /// The variants of a file of a kind.
  package static func all(of kind: FileKind) -> [FileVariant] { kind == .picture ? allCases : [.original] }
}
