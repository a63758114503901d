import GraphQL
import Testing

@Suite(
  "Type system documents get the verdict, the errors and the places that an independent implementation gives them",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_REFERENCE names no environment with graphql-core; scripts/test makes one"),
  .serialized)
struct SchemaTests {
  @Test("Generated type system documents", arguments: [0, 60, 15])
  func generated(noise: Int) throws {
    try compare("Type system documents, " + (noise == 0 ? "valid" : "a mistake in \(noise)")) { add in
      for var random in Run.randoms(350, of: 100 + UInt64(noise)) {
        var generator = SDLGenerator(noise: noise, random: random)
        try add(Layout(oddities: 60).text(generator.document(), &random))
      }
    }
  }

  @Test("Type system documents with changed tokens and bytes")
  func mutated() throws {
    let texts = try [Repository.text("Schemas/rich.graphql"), Repository.servedSDL()]
    let mutation = Mutation(words: [
      "Query", "O0", "I0", "E0", "N0", "Int", "String", "Book", "Node", "Filter", "deprecated", "oneOf", "@", "FIELD",
    ])
    try compare("Type system documents with changed tokens and bytes") { add in
      for var random in Run.randoms(500, of: 101) {
        var generator = SDLGenerator(noise: 0, random: random)
        let text = random.once(in: 6) ? random.pick(texts) : Layout(oddities: 60).text(generator.document(), &random)
        try add(mutation.apply(to: text, &random))
      }
    }
  }

  private func compare(_ title: String, _ generate: ((String) throws -> Void) throws -> Void) throws {
    let reference = try Reference()
    var comparison = Comparison(title, folder: "Schemas")
    func verdicts(_ text: String) throws -> (ours: Verdict, theirs: Verdict?) {
      // No client sees these errors, so their order is ours.
      (Verdict.ours(onSDL: text).sorted, try reference.verdict(onSDL: text)?.sorted)
    }
    try generate { text in
      let (ours, theirs) = try verdicts(text)
      comparison.add(text, ours: ours, theirs: theirs)
    }
    try comparison.report(verdicts)
  }
}
