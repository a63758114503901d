package import GraphQL

extension Corpus {
  /// A schema with one of everything that rules of validation are about.
  package static let zoo: Schema = {
    do {
      return try Schema(sdl: [Source(zooSDL)])
    } catch {
      fatalError("\(error)")
    }
  }()

  static let zooSDL = """
    interface Being { id: ID! name(long: Boolean = false): String pals(first: Int = 10): [Being!] }
    type Dog implements Being { id: ID! name(long: Boolean = false): String pals(first: Int = 10): [Being!] bark: Int owner: Human }
    type Cat implements Being { id: ID! name(long: Boolean = false): String pals(first: Int = 10): [Being!] meow: Float owner: Human! }
    type Human { name: String! pets(where: Filter, order: [Order!] = [NAME]): [Pet] }
    union Pet = Dog | Cat
    enum Order { NAME AGE }
    scalar Date
    input Filter { is: Boolean! = true and: [Filter!] tags: [[String!]] born: Date by: By age: Int limit: Float }
    input By @oneOf { id: ID name: String filter: Filter }
    type Query {
      dog(id: ID): Dog being: Being pet: Pet human(id: ID!, at: Date): Human
      find(filter: Filter, by: By, order: Order, n: Int! = 5, ns: [Int], f: Float, b: Boolean, s: String): [Being]
    }
    type Mutation { add(filter: Filter!): Dog drop(id: ID!): Boolean }
    type Subscription { came(by: By): Pet went: Pet }
    directive @note(text: String!, times: Int = 1) repeatable on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @top(by: By) on QUERY | MUTATION | SUBSCRIPTION | VARIABLE_DEFINITION | FRAGMENT_DEFINITION
    """

  /// Valid, with the variables of a request after a byte of 0.
  static let zooDocuments = [
    "{ dog { id name pals { id ... on Dog { bark owner { name } } ... on Cat { meow } } } }",
    "query Q($a: ID!, $b: [Order!], $on: Boolean = true) @top { human(id: $a) { name pets(order: $b) { __typename ...D @include(if: $on) ... on Cat @skip(if: $on) { c: meow } } } } fragment D on Dog { bark pals(first: 3) { ...B } } fragment B on Being { id n: name(long: true) }\0{\"a\":1,\"b\":\"NAME\"}",
    "query($f: Filter, $by: By!) { find(filter: $f, by: $by, order: AGE, ns: [1, null, 3], f: 1, s: \"x\") { __typename id } }\0{\"f\":{\"and\":[{\"tags\":[[\"a\"],null],\"by\":{\"id\":4.0}}],\"limit\":1e3},\"by\":{\"name\":\"x\"}}",
    "query($t: [String!], $i: Int = 3, $id: ID!) { find(filter: {and: {is: true, tags: [$t, []]}, by: {id: $id}, age: $i}, n: $i) { id } }\0{\"id\":\"1\"}",
    "mutation M($d: Date) { add(filter: {born: $d, limit: -1.5}) { id } second: add(filter: {}) { id } drop(id: 7) }\0{\"d\":true}",
    "subscription S($by: By) { came(by: $by) { ... on Dog { name @note(text: \"a\") @note(text: \"b\", times: 2) } } }",
    "query A { __schema { types { name fields { name type { ofType { name } } } } } } query B { __type(name: \"Dog\") { kind } }",
    "{ pet { ... on Dog { x: bark } ... on Cat { y: meow } } being { id id name name ...P ...P } } fragment P on Being { pals { pals { id } } pals { name } }",
  ]

  static let zooWords =
    languageWords + [
      "dog", "being", "pet", "human", "find", "id", "name", "pals", "bark", "meow", "owner", "pets", "Dog", "Cat", "Being",
      "Human", "Pet", "Query", "Filter", "By", "Order", "Int", "ID!", "[Int]", "Boolean!", "NAME", "@note(text: \"a\")",
      "@top", "$a", "$b", "$id", "id: 1", "filter: {", "by: {id: 1}", "where:", "...D", "...B", "... on Dog {", "{ id }",
      "fragment X on Dog { ...X }", "__schema { types { name } }", "__type(name: \"A\") { name }", "\0{\"a\":", "a: name",
    ]
}
