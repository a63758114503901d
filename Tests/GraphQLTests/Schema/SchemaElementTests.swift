import GraphQL
import Testing

@Suite("A schema coordinate in a schema — specification section 2.13, Semantics")
struct SchemaElementTests {
  private static let sdl = #"""
    type Query { searchBusiness(criteria: SearchCriteria!): [Business] }
    input SearchCriteria { "What it is called." name: String = "any" filter: SearchFilter }
    enum SearchFilter { OPEN_NOW VEGETARIAN_MENU @deprecated }
    interface Named { name: String }
    union Any = Business
    "Sells things."
    type Business implements Named { id: ID name: String "To write to." email: String @deprecated(reason: "Call.") }
    directive @private("For whom." scope: String!) on FIELD_DEFINITION
    """#

  private func element(at text: String) throws -> SchemaElement? {
    try Schema(sdl: [Source(Self.sdl)]).element(at: SchemaCoordinate(parsing: Source(text)))
  }

  @Test(
    "names an element",
    arguments: [
      (
        "Business",
        """
        \"""Sells things.\"""
        type Business implements Named {
          id: ID
          name: String
          \"""To write to.\"""
          email: String @deprecated(reason: "Call.")
        }
        """
      ),
      ("Any", "union Any = Business"),
      ("Named.name", "name: String"),
      ("Business.email", "\"\"\"To write to.\"\"\"\nemail: String @deprecated(reason: \"Call.\")"),
      ("SearchCriteria.name", "\"\"\"What it is called.\"\"\"\nname: String = \"any\""),
      ("SearchFilter.VEGETARIAN_MENU", "VEGETARIAN_MENU @deprecated"),
      ("Query.searchBusiness(criteria:)", "criteria: SearchCriteria!"),
      (
        "@private",
        "directive @private(\n  \"\"\"For whom.\"\"\"\n  scope: String!\n) on FIELD_DEFINITION"
      ),
      ("@private(scope:)", "\"\"\"For whom.\"\"\"\nscope: String!"),
      // Built-in elements, and meta-fields.
      ("@skip(if:)", "\"\"\"Whether to leave it out.\"\"\"\nif: Boolean!"),
      ("__DirectiveLocation.INLINE_FRAGMENT", "INLINE_FRAGMENT"),
      ("__Directive.name", "name: String!"),
      ("Business.__typename", "\"\"\"The name of the object type that this is.\"\"\"\n__typename: String!"),
      ("Query.__type(name:)", "name: String!"),
    ])
  func named(coordinate: String, sdl: String) throws {
    #expect(try element(at: coordinate)?.sdl == sdl)
  }

  @Test("knows the kind of the element")
  func kinds() throws {
    guard case .type(.object) = try element(at: "Business") else { throw Other() }
    guard case .field = try element(at: "Business.name") else { throw Other() }
    guard case .inputField = try element(at: "SearchCriteria.filter") else { throw Other() }
    guard case .enumValue = try element(at: "SearchFilter.OPEN_NOW") else { throw Other() }
    guard case .fieldArgument = try element(at: "Query.searchBusiness(criteria:)") else { throw Other() }
    guard case .directive = try element(at: "@deprecated") else { throw Other() }
    guard case .directiveArgument = try element(at: "@private(scope:)") else { throw Other() }
  }

  private struct Other: Error {}

  @Test(
    "names nothing that is not there",
    arguments: [
      "Unknown", "private", "Business.unknown", "SearchCriteria.unknown", "SearchFilter.UNKNOWN",
      "Business.name(unknown:)", "@unknown", "@Business", "@private(unknown:)", "Business.__schema",
    ])
  func absent(coordinate: String) throws {
    #expect(try element(at: coordinate) == nil)
  }

  @Test(
    "is refused when what should contain the element cannot",
    arguments: [
      ("Unknown.field", "Expected \"Unknown\" to be defined as a type in the schema."),
      ("String.field", "Expected \"String\" to be an Enum, Input Object, Object or Interface type."),
      ("Any.name", "Expected \"Any\" to be an Enum, Input Object, Object or Interface type."),
      ("Unknown.field(arg:)", "Expected \"Unknown\" to be defined as a type in the schema."),
      ("Business.unknown(arg:)", "Expected \"unknown\" to exist as a field of type \"Business\" in the schema."),
      ("SearchCriteria.name(arg:)", "Expected \"SearchCriteria\" to be an object type or interface type."),
      ("@unknown(arg:)", "Expected \"unknown\" to be defined as a directive in the schema."),
    ])
  func refused(coordinate: String, message: String) throws {
    let error = #expect(throws: SchemaCoordinateError.self) { try element(at: coordinate) }
    #expect(error?.message == message)
  }
}
