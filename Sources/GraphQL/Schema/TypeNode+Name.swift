extension TypeNode {
  /// The named type inside all wrappers.
  var name: Name {
    switch self {
    case .named(let name): name
    case .list(let inner, _), .nonNull(let inner, _): inner.name
    }
  }

  /// Where the type starts.
  var position: SourcePosition {
    switch self {
    case .named(let name): name.position
    case .list(_, let position): position
    case .nonNull(let inner, _): inner.position
    }
  }
}
