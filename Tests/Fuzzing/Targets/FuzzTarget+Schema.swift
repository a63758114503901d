import GraphQL

extension FuzzTarget {
  /// Building a schema: what is printed of one builds the same.
  package static let schema = FuzzTarget("schema", corpus: Corpus.schemas, words: Corpus.languageWords) {
    (input) throws(Broken) in
    guard let schema = try? Schema(sdl: [Source(input)]) else { return .refused }
    let sdl = schema.sdl
    let again: Schema
    do throws(SchemaError) {
      again = try Schema(sdl: [Source(sdl)])
    } catch {
      throw Broken("What is printed builds no schema, \(error): \(sdl)")
    }
    try Broken.unless(again.sdl == sdl, "What is printed builds another schema:\n\(sdl)\n\(again.sdl)")
    return .accepted
  }
}
