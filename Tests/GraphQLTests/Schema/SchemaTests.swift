import GraphQL
import Testing

@Suite("A schema made from SDL")
struct SchemaTests {
  @Test("joins the texts it is made from, in whatever order they come")
  func extensions() throws {
    let texts = [
      "extend type Query { assignment(id: ID!): Assignment } extend enum Kind { B }",
      "type Assignment { id: ID! } extend schema @tag { mutation: Changes } directive @tag on SCHEMA",
      "schema { query: Query } type Query { version: String! } enum Kind { A } type Changes { do: Kind }",
      "extend union U = Changes union U = Assignment extend input I { b: Int } input I { a: Int }",
    ]
    for texts in [texts, texts.reversed()] {
      let schema = try Schema(sdl: texts.map { Source($0) })
      #expect(schema.objectType(named: "Query")?.fields.map(\.name) == ["version", "assignment"])
      #expect(schema.mutationType == "Changes")
      #expect(schema.possibleTypes["U"]?.sorted() == ["Assignment", "Changes"])
      #expect(schema.sdl.contains("enum Kind {\n  A\n  B\n}"))
      #expect(schema.sdl.contains("input I {\n  a: Int\n  b: Int\n}"))
    }
  }

  @Test("tells which text an error is in")
  func sources() {
    let error = #expect(throws: SchemaError.self) {
      try Schema(sdl: [Source("type Query { a: Int }"), Source("\n  type A { b: B }")])
    }
    #expect(error?.errors.first?.locations == [Location(line: 2, column: 15)])
    #expect(error?.errors.first?.extensions.first?.value == .array([.number("1")]))
    #expect(error.map { "\($0)" } == "2:15: Unknown type \"B\". Did you mean \"A\"?")
  }

  @Test("lists its own types in their order, then the built-in ones")
  func typeNames() throws {
    let schema = try Schema(sdl: [Source("type Z { a: A } type Query { z: Z } type A { a: Int }")])
    #expect(schema.typeNames.prefix(4) == ["Z", "Query", "A", "String"])
    #expect(Set(schema.typeNames) == Set(schema.types.keys))
    #expect(schema.directives.map(\.name) == ["include", "skip", "deprecated", "specifiedBy", "oneOf"])
  }

  @Test("finds fields and types by name")
  func lookup() {
    let schema = PetSchema.schema
    #expect(schema.field("barks", of: "Dog")?.type == .named("Boolean"))
    #expect(schema.field("id", of: "Being")?.type == .nonNull(.named("ID")))
    #expect(schema.field("__typename", of: "Dog") == nil)
    #expect(schema.field("id", of: "Pet") == nil)
    #expect(schema.isLeaf("Command") && schema.isLeaf("Date") && !schema.isLeaf("Dog"))
    #expect(schema.isInput("Filter") && schema.isInput("Int") && !schema.isInput("Pet"))
    #expect(schema.isComposite("Pet") && schema.isAbstract("Being") && !schema.isAbstract("Dog"))
    #expect(schema.possibleTypes["Being"] == ["Dog", "Cat"])
    #expect(schema.isPossible("Cat", for: "Pet") && !schema.isPossible("Human", for: "Pet"))
  }

  @Test("prints SDL that builds the same schema")
  func printing() throws {
    let sdl = #"""
      """A school."""
      schema {
        query: Root
      }

      directive @cost(
        """What it costs."""
        weight: Int! = 1
      ) repeatable on FIELD | QUERY

      """
      Where all begins.

        Indented, with \""" quotes.
      """
      type Root implements Node & Named {
        id: ID!
        name: String! @deprecated
        find(text: String = "a \"b\"", filter: Filter = { kinds: [A] }): [Named!] @deprecated(reason: "Why.")
      }

      interface Node implements Named {
        id: ID!
        name: String! @deprecated
      }

      interface Named {
        name: String! @deprecated
      }

      union Any = Root

      enum Kind {
        A
        """The second."""
        B @deprecated
      }

      input Filter @oneOf {
        kinds: [Kind!]
      }

      scalar Date @specifiedBy(url: "https://example.com/date")

      """ leading space"""
      type Mutation {
        notTheMutationRoot: Date
      }

      """#
    let schema = try Schema(sdl: [Source(sdl)])
    let printed = schema.sdl
    #expect(printed == sdl)
    #expect(try Schema(sdl: [Source(printed)]).sdl == printed)
  }

  @Test("prints extensions as part of what they extend, and drops directives that say nothing to clients")
  func printingExtensions() throws {
    let given = #"""
      extend type Query @tag { find(by: Filter! = {kinds: [A], day: "x"}, "What for." old: Int = 1 @deprecated): Kind }
      directive @tag("As what." name: String = "it") repeatable on OBJECT | ENUM | SCHEMA
      "Where all begins." type Query @tag(name: "more") { a: Any @deprecated(reason: "Old.") }
      enum Kind @tag { A } extend enum Kind { B @deprecated(reason: "") }
      extend union Any = Other
      union Any = Query type Other { "Its key." id: ID }
      extend interface Node { b: Int }
      interface Node { a: Int }
      input Filter { kinds: [Kind!] = [A, B] } extend input Filter { day: Day }
      scalar Day extend scalar Day @specifiedBy(url: "https://example.com/day")
      extend schema @tag { mutation: Other }
      schema { query: Query }
      """#
    let expected = #"""
      schema {
        query: Query
        mutation: Other
      }

      directive @tag(
        """As what."""
        name: String = "it"
      ) repeatable on OBJECT | ENUM | SCHEMA

      """Where all begins."""
      type Query {
        a: Any @deprecated(reason: "Old.")
        find(
          by: Filter! = { kinds: [A], day: "x" }
          """What for."""
          old: Int = 1 @deprecated
        ): Kind
      }

      enum Kind {
        A
        B @deprecated(reason: "")
      }

      union Any = Query | Other

      type Other {
        """Its key."""
        id: ID
      }

      interface Node {
        a: Int
        b: Int
      }

      input Filter {
        kinds: [Kind!] = [A, B]
        day: Day
      }

      scalar Day @specifiedBy(url: "https://example.com/day")

      """#
    #expect(try Schema(sdl: [Source(given)]).sdl == expected)
    #expect(try Schema(sdl: [Source(expected)]).sdl == expected)
  }

  @Test(
    "keeps descriptions that block strings would change",
    arguments: ["", " x", "x\n", "\nx", "a\n  b", "a\tb", "\"\"\"", "x\"", "x\\", "ü\u{0}é"])
  func descriptions(text: String) throws {
    var schema = try Schema(sdl: [Source("type Query { a: Int }")])
    schema.description = text
    #expect(try Schema(sdl: [Source(schema.sdl)]).description == text)
  }
}
