/// Gathers what schema rules find.
struct SchemaReport {
  private(set) var errors: [GraphQLError] = []
  private let sources: [Source]

  init(draft: SchemaDraft) { sources = draft.sources }

  /// - Parameter places: Where it is. If there is more than one text, the extension `sources` tells, for
  ///   each of them, which one: the index of the text.
  mutating func report(_ message: String, at places: [SDLPlace]) {
    var error = GraphQLError(message, code: .validationFailed)
    error.locations = places.map { sources[$0.source].location(at: $0.position) }
    // The last source is the one of the built-in types.
    if sources.count > 2 {
      let indices = places.map { JSONValue.number(String($0.source)) }
      error.extensions = [GraphQLError.Extension("sources", .array(indices))]
    }
    errors.append(error)
  }

  mutating func report(_ message: String, at place: SDLPlace) { report(message, at: [place]) }
}
