import GraphQL
import Testing

@Suite("Type system documents")
struct TypeSystemParserTests {
  private static let int = TypeNode.named(Name("Int"))
  private static let directive = Directive(name: Name("d"))

  @Test(
    "Definitions",
    arguments: [
      (
        "schema { query: Q mutation: M }",
        .schema(
          SchemaDefinition(operationTypes: [
            RootOperationType(operation: .query, type: Name("Q")),
            RootOperationType(operation: .mutation, type: Name("M")),
          ]))
      ),
      (
        "\"s\" scalar S @d",
        .type(
          TypeDefinition(
            description: StringValue("s"), name: Name("S"), directives: [directive], kind: .scalar))
      ),
      ("type T", .type(TypeDefinition(name: Name("T"), kind: .object(interfaces: [], fields: [])))),
      (
        "type T implements & A & B @d { a: Int }",
        .type(
          TypeDefinition(
            name: Name("T"), directives: [directive],
            kind: .object(
              interfaces: [Name("A"), Name("B")], fields: [FieldDefinition(name: Name("a"), type: int)])))
      ),
      (
        "interface I implements A { \"f\" a(\"v\" b: Int = 1 @d): [Int]! @d }",
        .type(
          TypeDefinition(
            name: Name("I"),
            kind: .interface(
              interfaces: [Name("A")],
              fields: [
                FieldDefinition(
                  description: StringValue("f"), name: Name("a"),
                  arguments: [
                    InputValueDefinition(
                      description: StringValue("v"), name: Name("b"), type: int,
                      defaultValue: Value(.int("1")), directives: [directive])
                  ],
                  type: .nonNull(.list(int, at: SourcePosition(0)), at: SourcePosition(0)),
                  directives: [directive])
              ])))
      ),
      (
        "union U @d = | A | B",
        .type(
          TypeDefinition(
            name: Name("U"), directives: [directive], kind: .union(members: [Name("A"), Name("B")])))
      ),
      (
        "enum E { \"v\" A @d B }",
        .type(
          TypeDefinition(
            name: Name("E"),
            kind: .enum(values: [
              EnumValueDefinition(description: StringValue("v"), name: Name("A"), directives: [directive]),
              EnumValueDefinition(name: Name("B")),
            ])))
      ),
      (
        "input I @d { a: Int = 1 }",
        .type(
          TypeDefinition(
            name: Name("I"), directives: [directive],
            kind: .inputObject(fields: [
              InputValueDefinition(name: Name("a"), type: int, defaultValue: Value(.int("1")))
            ])))
      ),
      (
        "directive @a(b: Int) repeatable on | FIELD | OBJECT",
        .directive(
          DirectiveDefinition(
            name: Name("a"), arguments: [InputValueDefinition(name: Name("b"), type: int)],
            isRepeatable: true, locations: [Name("FIELD"), Name("OBJECT")]))
      ),
    ] as [(String, Definition)])
  func definitions(text: String, definition: Definition) throws {
    #expect(try Document(parsing: Source(text)).definitions == [definition])
  }

  @Test(
    "Extensions",
    arguments: [
      ("extend schema @d", .schema(SchemaDefinition(isExtension: true, directives: [directive]))),
      (
        "extend schema { query: Q }",
        .schema(
          SchemaDefinition(
            isExtension: true, operationTypes: [RootOperationType(operation: .query, type: Name("Q"))]))
      ),
      (
        "extend scalar S @d",
        .type(
          TypeDefinition(isExtension: true, name: Name("S"), directives: [directive], kind: .scalar))
      ),
      (
        "extend type T implements A",
        .type(
          TypeDefinition(
            isExtension: true, name: Name("T"), kind: .object(interfaces: [Name("A")], fields: [])))
      ),
      (
        "extend interface I { a: Int }",
        .type(
          TypeDefinition(
            isExtension: true, name: Name("I"),
            kind: .interface(interfaces: [], fields: [FieldDefinition(name: Name("a"), type: int)])))
      ),
      (
        "extend union U = A",
        .type(
          TypeDefinition(isExtension: true, name: Name("U"), kind: .union(members: [Name("A")])))
      ),
      (
        "extend enum E { A }",
        .type(
          TypeDefinition(
            isExtension: true, name: Name("E"), kind: .enum(values: [EnumValueDefinition(name: Name("A"))])))
      ),
      (
        "extend input I @d",
        .type(
          TypeDefinition(
            isExtension: true, name: Name("I"), directives: [directive], kind: .inputObject(fields: [])))
      ),
    ] as [(String, Definition)])
  func extensions(text: String, definition: Definition) throws {
    #expect(try Document(parsing: Source(text)).definitions == [definition])
  }

  @Test("Every directive location is known", arguments: DirectiveLocation.allCases)
  func locations(location: DirectiveLocation) throws {
    let document = try Document(parsing: Source("directive @a on \(location.rawValue)"))
    #expect(
      document.definitions == [
        .directive(DirectiveDefinition(name: Name("a"), locations: [Name(location.rawValue)]))
      ])
  }

  @Test("Executable and type system definitions may share a document")
  func mixed() throws {
    let document = try Document(parsing: Source("type A { b: C } { b } extend type A { d: E }"))
    #expect(document.definitions.count == 3)
  }

  @Test("Definitions know where they start")
  func positions() throws {
    let document = try Document(parsing: Source("\"d\" type A { b: C } extend type A @e"))
    guard case .type(let type) = document.definitions[0], case .type(let addition) = document.definitions[1],
      case .object(_, let fields) = type.kind
    else {
      Issue.record("\(document)")
      return
    }
    #expect([type.position.offset, type.name.position.offset, addition.position.offset] == [0, 9, 20])
    #expect(fields.map(\.position.offset) == [13])
  }
}
