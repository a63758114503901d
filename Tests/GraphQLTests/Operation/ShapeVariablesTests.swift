import GraphQL
import Testing

@Suite("The variables that decide the shape of an operation")
struct ShapeVariablesTests {
  @Test("are those of @skip and @include in it and its fragments")
  func names() throws {
    let operation = try operation(
      """
      query ($d: Boolean!, $c: Boolean!, $b: Boolean!, $a: Boolean!, $other: Boolean) {
        dog @include(if: $d) { ... @skip(if: $c) { name } ...F @skip(if: $d) }
        arguments(boolean: $other)
      }
      fragment F on Dog { owner { ...G } }
      fragment G on Human { id @include(if: $b) @skip(if: $a) }
      """)
    #expect(operation.shapeVariables == ["a", "b", "c", "d"])
  }

  @Test("are none in most operations")
  func none() throws {
    let operation = try operation("query ($x: Int) { arguments(int: $x) dog @skip(if: true) { id } }")
    #expect(operation.shapeVariables == [])
  }
}
