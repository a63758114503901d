extension SQL {
  /// How many queries stand inside: what is read from other rows than those at hand has a `SELECT` of its own.
  public var selectCount: Int {
    parts.reduce(0) { count, part in
      guard case .text(let text) = part else { return count }
      return count + text.ranges(of: "SELECT").count
    }
  }
}
