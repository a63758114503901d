extension FuzzTarget {
  /// All that reads what a client sends.
  package static let all: [FuzzTarget] = [.language, .validation, .schema, .json, .request, .token]
}
