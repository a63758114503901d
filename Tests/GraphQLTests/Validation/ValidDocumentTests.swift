import GraphQL
import Testing

@Suite("Documents that specification section 5 allows")
struct ValidDocumentTests {
  @Test(
    "are valid",
    arguments: [
      "{ __typename dog { name } }",
      "query A { dog { name } } query B { cat { name } }",
      "{ __schema { types { name } } __type(name: \"Dog\") { fields { name } } }",
      "query ($id: ID!) { human(id: $id) { name pets { __typename ... on Dog { barks } } } }",
      "{ pet { ... on Being { name } ... on Node { id } } }",
      "{ being { ... on Dog { volume: barkVolume } ... on Cat { other: meowVolume } } }",
      "{ pet { ... on Dog { name(surname: true) } ... on Cat { name } } }",
      "{ dog { ...A ...A } } fragment A on Dog { ...B name } fragment B on Dog { name }",
      "{ dog { name name nickname: name } dog { name } }",
      "{ arguments(filter: {required: true, not: {required: false}}) }",
      "{ arguments(filter: {required: true, age: 3}) again: arguments(filter: {age: 3, required: true}) }",
      "{ a: arguments(ints: 3) b: arguments(ints: [null]) c: arguments(matrix: 1) d: arguments(date: 1.5) }",
      "{ arguments(choice: {id: 4}) }",
      "query ($name: String!) { arguments(choice: {name: $name}) }",
      "query ($x: Int = 3) { arguments(defaulted: $x) }",
      "query ($x: Int) { arguments(defaulted: $x, int: $x) }",
      "query ($x: Int!) { arguments(ints: [$x, 1], matrix: [[$x]]) }",
      "query ($on: Boolean!) { dog @include(if: $on) { name @skip(if: $on) } }",
      "query @onQuery { dog { name @onField(x: 1) @onField(x: 2) } }",
      "subscription { dogCame { name } }",
      "subscription Came { ...Came } fragment Came on Subscription { dogCame { name } }",
      "query ($a: Int, $b: Float) { ...F } fragment F on Query { arguments(int: $a, float: $b) }",
    ])
  func areValid(document: String) throws {
    #expect(try validate(document) == [])
  }
}
