import GraphQL
import Testing

@Suite("Executable documents")
struct ExecutableParserTests {
  /// The first definition of a text, which is an operation.
  private func operation(_ text: String) throws -> OperationDefinition {
    guard case .operation(let operation) = try Document(parsing: Source(text)).definitions.first else {
      throw WrongDefinition()
    }
    return operation
  }

  private func firstField(_ text: String) throws -> Field {
    guard case .field(let field) = try operation(text).selectionSet.selections.first else {
      throw WrongDefinition()
    }
    return field
  }

  private struct WrongDefinition: Error {}

  @Test("A selection set alone is an anonymous query")
  func shorthand() throws {
    let query = try operation("{ a }")
    #expect(query.operation == .query)
    #expect(query.name == nil)
    #expect(query.selectionSet == SelectionSet([.field(Field(name: Name("a")))]))
  }

  @Test("Operations of all three types", arguments: OperationType.allCases)
  func operationTypes(type: OperationType) throws {
    let named = try operation("\(type.rawValue) A { b }")
    #expect(named.operation == type)
    #expect(named.name == Name("A"))
    #expect(try operation("\(type.rawValue) { b }").name == nil)
  }

  @Test("Operations, fragments and variables may have descriptions")
  func descriptions() throws {
    let text = #""o" query ("v" $a: B) { c } """f""" fragment D on E { f }"#
    let document = try Document(parsing: Source(text))
    let variable = VariableDefinition(
      description: StringValue("v"), name: Name("a"), type: .named(Name("B")))
    let fields = { (name: String) in SelectionSet([.field(Field(name: Name(name)))]) }
    #expect(
      document.definitions == [
        .operation(
          OperationDefinition(
            description: StringValue("o"), operation: .query, variables: [variable],
            selectionSet: fields("c"))),
        .fragment(
          FragmentDefinition(
            description: StringValue("f", isBlock: true), name: Name("D"), typeCondition: Name("E"),
            selectionSet: fields("f"))),
      ])
  }

  @Test("Variables have types, default values and directives")
  func variables() throws {
    let query = try operation("query ($a: [Int!]! = [1] @b(c: 2), $d: E) { f }")
    let list = TypeNode.list(.nonNull(.named(Name("Int")), at: SourcePosition(0)), at: SourcePosition(0))
    #expect(
      query.variables == [
        VariableDefinition(
          name: Name("a"), type: .nonNull(list, at: SourcePosition(0)),
          defaultValue: Value(.list([Value(.int("1"))])),
          directives: [
            Directive(name: Name("b"), arguments: [Argument(name: Name("c"), value: Value(.int("2")))])
          ]),
        VariableDefinition(name: Name("d"), type: .named(Name("E"))),
      ])
  }

  @Test("A field has an alias, arguments, directives and a selection set")
  func fields() throws {
    let field = try firstField("{ a: b(c: $d) @e { f } }")
    #expect(field.alias == Name("a"))
    #expect(field.name == Name("b"))
    #expect(field.responseKey == "a")
    #expect(field.arguments == [Argument(name: Name("c"), value: Value(.variable("d")))])
    #expect(field.directives == [Directive(name: Name("e"))])
    #expect(field.selectionSet == SelectionSet([.field(Field(name: Name("f")))]))
    #expect(try firstField("{ b }").responseKey == "b")
  }

  @Test("Fragments are spread by name or stand inline, with or without a type condition")
  func fragments() throws {
    let selections = try operation("{ ...a @b ...on C { d } ... { e } ... @f { g } }").selectionSet.selections
    let fields = { (name: String) in SelectionSet([.field(Field(name: Name(name)))]) }
    #expect(
      selections == [
        .fragmentSpread(FragmentSpread(name: Name("a"), directives: [Directive(name: Name("b"))])),
        .inlineFragment(InlineFragment(typeCondition: Name("C"), selectionSet: fields("d"))),
        .inlineFragment(InlineFragment(selectionSet: fields("e"))),
        .inlineFragment(
          InlineFragment(directives: [Directive(name: Name("f"))], selectionSet: fields("g"))),
      ])
  }

  @Test(
    "Values of all kinds",
    arguments: [
      ("$a", .variable("a")), ("1", .int("1")), ("1.5", .float("1.5")), ("\"a\"", .string("a", block: false)),
      ("\"\"\"a\"\"\"", .string("a", block: true)), ("true", .boolean(true)), ("false", .boolean(false)),
      ("null", .null), ("A", .enum("A")), ("nullable", .enum("nullable")), ("[]", .list([])),
      ("{}", .object([])),
      ("[1 [2]]", .list([Value(.int("1")), Value(.list([Value(.int("2"))]))])),
      (
        "{a: {b: $c}}",
        .object([
          ObjectField(
            name: Name("a"),
            value: Value(.object([ObjectField(name: Name("b"), value: Value(.variable("c")))])))
        ])
      ),
    ] as [(String, Value.Kind)])
  func values(text: String, kind: Value.Kind) throws {
    #expect(try Value(parsing: Source(text)).kind == kind)
  }

  @Test(
    "Keywords are names where names may stand",
    arguments: ["on", "fragment", "query", "type", "true", "null"])
  func keywords(name: String) throws {
    let text = "query \(name) { \(name): \(name)(\(name): 1) @\(name) }"
    let query = try operation(text)
    #expect(query.name == Name(name))
    #expect(
      query.selectionSet.selections == [
        .field(
          Field(
            alias: Name(name), name: Name(name),
            arguments: [Argument(name: Name(name), value: Value(.int("1")))],
            directives: [Directive(name: Name(name))]))
      ])
  }

  @Test("Nodes know where they start")
  func positions() throws {
    let text = "query A($b: [C!] = [1]) @d {\n  e: f(g: {h: 1}) ...i ... on J { k }\n}"
    let query = try operation(text)
    #expect(query.position.offset == 0)
    #expect(query.name?.position.offset == 6)
    let variable = try #require(query.variables.first)
    #expect(variable.position.offset == 8)
    #expect(variable.name.position.offset == 9)
    #expect(variable.defaultValue?.position.offset == 19)
    guard case .list(.nonNull(.named(let type), at: let item), at: let list) = variable.type else {
      Issue.record("\(variable.type)")
      return
    }
    #expect([list.offset, item.offset, type.position.offset] == [12, 13, 13])
    #expect(query.directives.first?.position.offset == 24)
    #expect(query.selectionSet.position.offset == 27)
    let field = try firstField(text)
    #expect([field.position.offset, field.name.position.offset] == [31, 34])
    let argument = try #require(field.arguments.first)
    #expect([argument.position.offset, argument.value.position.offset] == [36, 39])
    guard case .fragmentSpread(let spread) = query.selectionSet.selections[1],
      case .inlineFragment(let inline) = query.selectionSet.selections[2]
    else {
      Issue.record("\(query.selectionSet.selections)")
      return
    }
    #expect([spread.position.offset, spread.name.position.offset] == [47, 50])
    #expect([inline.position.offset, inline.typeCondition?.position.offset] == [52, 59])
  }

  @Test("A described definition starts at its description")
  func describedPositions() throws {
    let query = try operation(#" "d" query ("e" $a: B) { c }"#)
    #expect(query.position.offset == 1)
    #expect(query.variables.first?.position.offset == 12)
  }
}
