import GraphQL
import Testing

@Suite("Collecting fields — specification section 6.3.2")
struct FieldCollectorTests {
  /// `key` for a field, `key*n` for n fields with one key.
  private func keys(_ text: String, on objectType: String, variables json: String = "{}") throws -> [String] {
    let operation = try operation(text)
    let collector = FieldCollector(
      operation: operation, schema: PetSchema.schema, variables: try variables(json, for: operation))
    let root = collector.collect([operation.definition.selectionSet], on: "Query")
    let groups = objectType == "Query" ? root : collector.collect(root[0].selectionSets, on: objectType)
    return groups.map { $0.responseKey + ($0.fields.count > 1 ? "*\($0.fields.count)" : "") }
  }

  @Test("keeps the order of the request and joins fields with the same key")
  func order() throws {
    let text = "{ pet { ...F __typename ... on Dog { b: barks name } } pet { ... on Dog { name id } } } "
      + "fragment F on Dog { name nickname }"
    #expect(try keys(text, on: "Dog") == ["name*3", "nickname", "__typename", "b", "id"])
  }

  @Test("leaves out what is for other types")
  func typeConditions() throws {
    let text = "{ pet { ... on Node { id } ... on Being { name } ... on Dog { barks } ... on Cat { meows } "
      + "... on CatOrHuman { __typename } } }"
    #expect(try keys(text, on: "Dog") == ["id", "name", "barks"])
    #expect(try keys(text, on: "Cat") == ["id", "name", "meows", "__typename"])
  }

  @Test(
    "applies @skip and @include",
    arguments: [
      (#"{"on": true}"#, ["b", "d", "e"]),
      (#"{"on": false}"#, ["a", "c"]),
    ])
  func conditions(json: String, expected: [String]) throws {
    let text = """
      query ($on: Boolean!) {
        a: arguments @skip(if: $on)
        b: arguments @include(if: $on)
        ... @skip(if: $on) { c: arguments }
        ... @include(if: $on) { d: arguments }
        ...E @include(if: $on)
        f: arguments @include(if: $on) @skip(if: $on)
        g: arguments @skip(if: true)
        h: arguments @include(if: false)
      }
      fragment E on Query { e: arguments }
      """
    #expect(try keys(text, on: "Query", variables: json) == expected)
  }

  @Test("visits a fragment once a selection set, but again where its first spread was skipped")
  func fragments() throws {
    let text = "{ ...A @skip(if: true) ...A ...A x: arguments } fragment A on Query { a: arguments ...B } "
      + "fragment B on Query { b: arguments }"
    #expect(try keys(text, on: "Query") == ["a", "b", "x"])
  }
}
