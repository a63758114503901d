import GraphQL
import Testing

@Suite(
  "Documents get the verdict, the errors and the places that an independent implementation gives them",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_REFERENCE names no environment with graphql-core; scripts/test makes one"),
  .serialized)
struct DocumentTests {
  @Test("Generated documents", arguments: ["rich", "served"], [0, 40, 12])
  func generated(schemaName: String, noise: Int) throws {
    let schema = try schemaName == "rich" ? TestedSchema.rich() : TestedSchema.served()
    let count = schemaName == "rich" ? 400 : 150
    let title = "Documents for the \(schemaName) schema, " + (noise == 0 ? "valid" : "a mistake in \(noise)")
    try compare(title, with: schema) { add in
      for var random in Run.randoms(count, of: UInt64(noise)) {
        var generator = DocumentGenerator(schema: schema.schema, noise: noise, random: random)
        try add(Layout(oddities: 30).text(generator.document(), &random))
      }
    }
  }

  @Test("Documents with changed tokens and bytes")
  func mutated() throws {
    let schema = try TestedSchema.rich()
    let mutation = Mutation(
      words: schema.schema.typeNames + ["id", "name", "kind", "toy", "self", "values", "int", "only", "$v1", "NOVEL"])
    try compare("Documents with changed tokens and bytes", with: schema) { add in
      for var random in Run.randoms(1_200, of: 2) {
        var generator = DocumentGenerator(schema: schema.schema, noise: 0, random: random)
        let text = Layout(oddities: 30).text(generator.document(), &random)
        try add(mutation.apply(to: text, &random))
      }
    }
  }

  @Test("Hostile documents, and such with changed tokens and bytes")
  func hostile() throws {
    let schema = try TestedSchema.rich()
    let mutation = Mutation(words: ["id", "kind", "F", "Toy", "Root", "Int"])
    try compare("Hostile documents", with: schema) { add in
      for var random in Run.randoms(1_200, of: 3) {
        let text = HostileDocuments.document(&random)
        try add(random.once(in: 4) ? mutation.apply(to: text, &random) : text)
      }
    }
  }

  private func compare(_ title: String, with schema: TestedSchema, _ generate: ((String) throws -> Void) throws -> Void)
    throws
  {
    let reference = try Reference(schemas: [schema])
    var comparison = Comparison(title, folder: "Documents")
    func verdicts(_ text: String) throws -> (ours: Verdict, theirs: Verdict?) {
      (.ours(onDocument: text, schema: schema.schema), try reference.verdict(onDocument: text, schema: schema))
    }
    try generate { text in
      let (ours, theirs) = try verdicts(text)
      comparison.add(text, ours: ours, theirs: theirs)
    }
    try comparison.report(verdicts)
  }
}
