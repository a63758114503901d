import GraphQL
import Testing

@Suite(
  "Printed documents are the same documents to an independent implementation, and printed as it prints them",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_REFERENCE names no environment with graphql-core; scripts/test makes one"),
  .serialized)
struct PrintTests {
  @Test("Executable documents")
  func executable() throws {
    let schema = try TestedSchema.rich()
    try compare(
      Run.randoms(250, of: 200).map { random in
        var random = random
        var generator = DocumentGenerator(schema: schema.schema, noise: 25, random: random)
        return Layout(oddities: 30).text(generator.document(), &random)
      })
  }

  @Test("Type system documents")
  func typeSystem() throws {
    try compare(
      Run.randoms(150, of: 201).map { random in
        var random = random
        var generator = SDLGenerator(noise: 25, random: random)
        return Layout(oddities: 30).text(generator.document(), &random)
      })
  }

  @Test("Hostile documents")
  func hostile() throws {
    try compare(
      Run.randoms(250, of: 202).map { random in
        var random = random
        return HostileDocuments.document(&random)
      })
  }

  private func compare(_ texts: [String]) throws {
    let reference = try Reference()
    var compared = 0
    for text in texts {
      guard let document = try? Document(parsing: Source(text)) else { continue }
      compared += 1
      let printed = document.printed
      #expect(try Document(parsing: Source(printed)) == document, "\(text.debugDescription)")
      let answer = try reference.ask("print", ["text": .string(text), "printed": .string(printed)])
      #expect(answer["isSame"] == .bool(true), "\(text.debugDescription)")
      // A line's length is in UTF-16 code units in graphql-js, as with us, and in code points in graphql-core.
      if text.unicodeScalars.allSatisfy({ $0.value < 0x10000 }) {
        #expect(answer["printed"] == .string(printed), "\(text.debugDescription)")
      }
    }
    print("Printing: \(compared) documents")
    #expect(compared > texts.count / 3)
  }
}
