/// A position in one of the texts that a schema is made from.
struct SDLPlace: Hashable {
  /// The index of the text in `SchemaDraft.sources`.
  var source: Int
  var position: SourcePosition
}

/// A node, and the text it stands in.
struct Located<Node: Sendable>: Sendable {
  var node: Node
  /// The index of the text in `SchemaDraft.sources`.
  var source: Int

  func place(_ position: SourcePosition) -> SDLPlace { SDLPlace(source: source, position: position) }
}
