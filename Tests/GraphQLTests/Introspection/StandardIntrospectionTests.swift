import GraphQL
import Testing

@Suite("Introspection queries that tools send")
struct StandardIntrospectionTests {
  private func isStandard(_ text: String) throws -> Bool {
    let source = Source(text)
    return try Document(parsing: source).operation(named: nil, source: source).isStandardIntrospection
  }

  /// `getIntrospectionQuery` of graphql-js with all of its options.
  static let query = """
    query IntrospectionQuery {
      __schema {
        description
        queryType { name kind }
        mutationType { name kind }
        subscriptionType { name kind }
        types { ...FullType }
        directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } }
      }
    }
    fragment FullType on __Type {
      kind name description specifiedByURL isOneOf
      fields(includeDeprecated: true) {
        name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated
        deprecationReason
      }
      inputFields(includeDeprecated: true) { ...InputValue }
      interfaces { ...TypeRef }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { ...TypeRef }
    }
    fragment InputValue on __InputValue {
      name description type { ...TypeRef } defaultValue isDeprecated deprecationReason
    }
    fragment TypeRef on __Type {
      kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
    }
    """

  @Test("are told by their form", arguments: [
    query, "{ __schema { queryType { name } } }", "{ __schema { __typename types { ... on __Type { name } } } }",
  ])
  func standard(_ text: String) throws {
    #expect(try isStandard(text))
  }

  @Test("have no aliases, no variables, no directives, and types say little of other types", arguments: [
    "{ a: __schema { queryType { name } } }", "{ __schema { types { a: description b: description } } }",
    "query ($a: Boolean!) { __schema { types { fields(includeDeprecated: $a) { name } } } }",
    "{ __schema { types { name @include(if: true) } } }", "{ __schema { types { ...A @skip(if: false) } } } fragment A on __Type { name }",
    "{ __schema { types { fields { type { description } } } } }",
    "{ __schema { types { fields { type { fields { name } } } } } }",
    "{ __schema { queryType { fields { name } } } }", "{ __type(name: \"Query\") { name } }",
    "{ __schema { types { name } } family { name } }", "{ family { name } }", "mutation { leave }",
    "subscription { __schema { types { name } } }",
  ])
  func others(_ text: String) throws {
    #expect(try !isStandard(text))
  }

  @Test("are bounded in themselves")
  func size() throws {
    let names = Array(repeating: "name", count: 600).joined(separator: " ")
    #expect(try !isStandard("{ __schema { types { \(names) } } }"))
  }
}
