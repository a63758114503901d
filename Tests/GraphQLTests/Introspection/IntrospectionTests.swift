import GraphQL
import Testing

@Suite("Introspection — specification section 4.2")
struct IntrospectionTests {
  private static let sdl = #"""
    "A small one."
    schema { query: Query }

    "Where queries start."
    type Query implements Node {
      "It."
      id: ID!
      find(
        "What for."
        text: String! = "a \"b\""
        by: [Order!] = [ASC]
        old: Int @deprecated(reason: "Gone.")
      ): [Node!]
      legacy: Any @deprecated
    }

    interface Node { id: ID! }
    union Any = Query
    enum Order { ASC "Down." DESC @deprecated }
    input Filter { a: Int = 3 b: Filter @deprecated }
    input Choice @oneOf { a: Int b: Date }
    scalar Date @specifiedBy(url: "https://example.com/date")
    directive @cost("How much." weight: Int! = 1) repeatable on FIELD | QUERY
    """#

  private func answer(_ text: String, variables json: String = "{}") throws -> String {
    let schema = try Schema(sdl: [Source(Self.sdl)])
    let source = Source(text)
    let document = try Document(parsing: source)
    if let error = Validator(schema: schema).validate(document, source: source).first { throw error }
    let operation = try document.operation(named: nil, source: source)
    let variables = try VariableValues(
      coercing: try JSONValue(parsing: Array(json.utf8)), for: operation, schema: schema)
    let collector = FieldCollector(operation: operation, schema: schema, variables: variables)
    let group = collector.collect([operation.definition.selectionSet], on: schema.queryType)[0]
    var writer = JSONWriter()
    try Introspection(schema: schema).write(group, collector: collector, variables: variables, into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("answers what is asked of the schema")
  func schema() throws {
    #expect(
      try answer(
        """
        { __schema { description queryType { name } mutationType { name } __typename
          subscriptionType { name } types { name } directives { name } } }
        """) == """
        {"description":"A small one.","queryType":{"name":"Query"},"mutationType":null,\
        "__typename":"__Schema","subscriptionType":null,"types":[{"name":"Query"},{"name":"Node"},\
        {"name":"Any"},{"name":"Order"},{"name":"Filter"},{"name":"Choice"},{"name":"Date"},\
        {"name":"String"},{"name":"Int"},{"name":"Float"},{"name":"Boolean"},{"name":"ID"},\
        {"name":"__Schema"},{"name":"__Type"},{"name":"__TypeKind"},{"name":"__Field"},\
        {"name":"__InputValue"},{"name":"__EnumValue"},{"name":"__Directive"},\
        {"name":"__DirectiveLocation"}],"directives":[{"name":"cost"},{"name":"include"},{"name":"skip"},\
        {"name":"deprecated"},{"name":"specifiedBy"},{"name":"oneOf"}]}
        """)
  }

  @Test(
    "answers what is asked of a type",
    arguments: [
      (
        "Query", "kind name description interfaces { name } possibleTypes { name } fields { name }",
        """
        {"kind":"OBJECT","name":"Query","description":"Where queries start.",\
        "interfaces":[{"name":"Node"}],"possibleTypes":null,"fields":[{"name":"id"},{"name":"find"}]}
        """
      ),
      (
        "Query", "fields(includeDeprecated: true) { name description isDeprecated deprecationReason }",
        """
        {"fields":[{"name":"id","description":"It.","isDeprecated":false,"deprecationReason":null},\
        {"name":"find","description":null,"isDeprecated":false,"deprecationReason":null},\
        {"name":"legacy","description":null,"isDeprecated":true,\
        "deprecationReason":"No longer supported"}]}
        """
      ),
      (
        "Query", "fields { type { kind name ofType { kind name ofType { kind ofType { name } } } } }",
        """
        {"fields":[{"type":{"kind":"NON_NULL","name":null,"ofType":{"kind":"SCALAR","name":"ID",\
        "ofType":null}}},{"type":{"kind":"LIST","name":null,"ofType":{"kind":"NON_NULL","name":null,\
        "ofType":{"kind":"INTERFACE","ofType":null}}}}]}
        """
      ),
      (
        "Query",
        "fields { args { name description defaultValue } all: args(includeDeprecated: true) { name } }",
        #"""
        {"fields":[{"args":[],"all":[]},{"args":[{"name":"text","description":"What for.",\#
        "defaultValue":"\"a \\\"b\\\"\""},{"name":"by","description":null,"defaultValue":"[ASC]"}],\#
        "all":[{"name":"text"},{"name":"by"},{"name":"old"}]}]}
        """#
      ),
      (
        "Node", "kind interfaces { name } possibleTypes { name }",
        #"{"kind":"INTERFACE","interfaces":[],"possibleTypes":[{"name":"Query"}]}"#
      ),
      (
        "Any", "kind fields { name } interfaces { name } possibleTypes { __typename name }",
        """
        {"kind":"UNION","fields":null,"interfaces":null,\
        "possibleTypes":[{"__typename":"__Type","name":"Query"}]}
        """
      ),
      (
        "Order",
        "kind enumValues { name } all: enumValues(includeDeprecated: true) { name description }",
        """
        {"kind":"ENUM","enumValues":[{"name":"ASC"}],"all":[{"name":"ASC","description":null},\
        {"name":"DESC","description":"Down."}]}
        """
      ),
      (
        "Filter",
        "kind isOneOf inputFields { name defaultValue } all: inputFields(includeDeprecated: true) { name }",
        """
        {"kind":"INPUT_OBJECT","isOneOf":false,"inputFields":[{"name":"a","defaultValue":"3"}],\
        "all":[{"name":"a"},{"name":"b"}]}
        """
      ),
      ("Choice", "isOneOf specifiedByURL", #"{"isOneOf":true,"specifiedByURL":null}"#),
      (
        "Date", "kind specifiedByURL isOneOf enumValues { name } inputFields { name }",
        """
        {"kind":"SCALAR","specifiedByURL":"https://example.com/date","isOneOf":null,"enumValues":null,\
        "inputFields":null}
        """
      ),
      ("Nothing", "name", "null"),
    ])
  func type(name: String, selection: String, expected: String) throws {
    #expect(try answer("{ __type(name: \"\(name)\") { \(selection) } }") == expected)
  }

  @Test("answers what is asked of a directive")
  func directive() throws {
    let answer = try answer(
      "{ __schema { directives { name isRepeatable locations "
        + "args { name description type { kind } defaultValue } } } }")
    #expect(
      answer.hasPrefix(
        """
        {"directives":[{"name":"cost","isRepeatable":true,"locations":["FIELD","QUERY"],\
        "args":[{"name":"weight","description":"How much.","type":{"kind":"NON_NULL"},"defaultValue":"1"}]},
        """))
  }

  @Test("takes variables, fragments and aliases")
  func variables() throws {
    let text = """
      query ($name: String!, $all: Boolean!) { t: __type(name: $name) { ...T @include(if: $all) k: kind } }
      fragment T on __Type { values: enumValues(includeDeprecated: $all) { name } }
      """
    #expect(
      try answer(text, variables: #"{"name": "Order", "all": true}"#)
        == #"{"values":[{"name":"ASC"},{"name":"DESC"}],"k":"ENUM"}"#)
    #expect(try answer(text, variables: #"{"name": "Order", "all": false}"#) == #"{"k":"ENUM"}"#)
  }

  @Test("answers the query that tools send")
  func fullQuery() throws {
    let text = """
      query IntrospectionQuery {
        __schema {
          description queryType { name kind } mutationType { name kind } subscriptionType { name kind }
          types { ...FullType }
          directives { name description isRepeatable locations args(includeDeprecated: true) { ...Input } }
        }
      }
      fragment FullType on __Type {
        kind name description specifiedByURL isOneOf
        fields(includeDeprecated: true) {
          name description args(includeDeprecated: true) { ...Input } type { ...Ref }
          isDeprecated deprecationReason
        }
        inputFields(includeDeprecated: true) { ...Input }
        interfaces { ...Ref }
        enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
        possibleTypes { ...Ref }
      }
      fragment Input on __InputValue {
        name description type { ...Ref } defaultValue isDeprecated deprecationReason
      }
      fragment Ref on __Type {
        kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
      }
      """
    let parsed = try JSONValue(parsing: Array(try answer(text).utf8))
    guard case .array(let types)? = parsed["types"] else {
      Issue.record("There is no list of types.")
      return
    }
    #expect(types.count == 20)
  }

  @Test("refuses lists of types inside lists of types, and takes back what it wrote")
  func nesting() throws {
    var selection = "name"
    for _ in 0...Introspection.maxListNesting {
      selection = "interfaces { \(selection) } possibleTypes { \(selection) }"
    }
    let text = "{ __type(name: \"Query\") { name \(selection) } }"
    let error = #expect(throws: GraphQLError.self) { try answer(text) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message == "Maximum introspection depth exceeded")
  }

  @Test("knows no type whose name is a long run of combining marks")
  func combiningMarks() throws {
    let name = "\"\(CombiningMarks.text)\""
    let query = "query ($name: String!) { __type(name: $name) { name } }"
    #expect(try measured { try answer("{ __type(name: \(name)) { name } }") } == "null")
    #expect(try measured { try answer(query, variables: "{\"name\": \(name)}") } == "null")
  }
}
