import GraphQL
import Testing

@Suite(
  "Variables and arguments have the values, or the errors, that an independent implementation gives them",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_REFERENCE names no environment with graphql-core; scripts/test makes one"),
  .serialized)
struct InputTests {
  @Test("Generated variables", arguments: [0, 20, 6])
  func variables(noise: Int) throws {
    let schema = try TestedSchema.rich()
    let reference = try Reference(schemas: [schema])
    var comparison = InputComparison("Variables and arguments, " + (noise == 0 ? "valid" : "a mistake in \(noise)"))
    for var random in Run.randoms(500, of: 300 + UInt64(noise)) {
      let request = InputRequest.generated(for: schema.schema, noise: noise, &random)
      let ours = InputOutcome.ours(request, schema: schema.schema)
      let theirs = try InputOutcome.theirs(request, schema: schema, reference: reference)
      comparison.add(request, ours: ours, theirs: theirs)
    }
    comparison.report()
  }
}
