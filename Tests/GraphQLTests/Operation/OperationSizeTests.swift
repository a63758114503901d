import GraphQL
import Testing

@Suite("The size of an operation")
struct OperationSizeTests {
  @Test("counts depth, fields, aliases, root fields and directives")
  func counts() throws {
    let size = OperationSize(
      measuring: try operation(
        "query @onQuery { dog { n: name owner { name } } ... @include(if: true) { c: cat { id } } }"))
    #expect(size.depth == 3)
    #expect(size.fields == 6)
    #expect(size.aliases == 2)
    #expect(size.rootFields == 2)
    #expect(size.directives == 2)
  }

  @Test("counts fragments at each place that spreads them")
  func fragments() throws {
    let size = OperationSize(
      measuring: try operation(
        "{ a: dog { ...D } b: dog { ...D ...D @skip(if: true) } } fragment D on Dog { n: name owner { id } }"))
    #expect(size.depth == 3)
    #expect(size.fields == 11)
    #expect(size.aliases == 5)
    #expect(size.rootFields == 2)
    #expect(size.directives == 1)
    #expect(size.fragments == 3)
  }

  @Test("counts fragments in fragments as often as they are expanded, in line or not")
  func fragmentsInFragments() throws {
    let size = OperationSize(
      measuring: try operation(
        "{ dog { ...A ...A ... { name } } } fragment A on Dog { ...B ...B } fragment B on Dog { ... { name } }"))
    // Twice A, and in each of them twice B, and in each of those one in line; and one in line.
    #expect(size.fragments == 2 + 4 + 4 + 1)
    #expect(size.fields == 6)
  }

  @Test("is exact where nobody could expand what is counted")
  func exact() throws {
    var text = "{ dog { ...F0 } }"
    for level in 0..<60 { text += " fragment F\(level) on Dog { ...F\(level + 1) ...F\(level + 1) }" }
    text += " fragment F60 on Dog { name }"
    let size = OperationSize(measuring: try operation(text))
    #expect(size.fields == 1 + 1 << 60)
    #expect(size.fragments == 1 << 61 - 1)
    #expect(size.depth == 2)
  }

  @Test("stays at the largest number when fragments double each other a hundred times")
  func exponential() throws {
    var text = "{ dog { ...F0 } }"
    for level in 0..<100 {
      text += " fragment F\(level) on Dog { a: pals { ...F\(level + 1) } b: pals { ...F\(level + 1) } }"
    }
    text += " fragment F100 on Dog { name }"
    let size = OperationSize(measuring: try operation(text))
    #expect(size.depth == 102)
    #expect(size.fields == .max)
    #expect(size.aliases == .max)
    #expect(size.rootFields == 1)
  }

  @Test("ends when fragments go in circles, which no valid operation has")
  func circles() throws {
    let source = Source("{ ...A } fragment A on Query { dog { name } ...B } fragment B on Query { ...A }")
    let document = try Document(parsing: source)
    let size = OperationSize(measuring: try document.operation(named: nil, source: source))
    #expect(size.fields == 2)
  }
}
