import GraphQL
import Testing

@testable import Derivation

/// Types that show the rows of another type: `@facet`.
struct FacetTests {
  private static let shelved = """
    "A book on a shelf."
    type ShelvedBook @facet(of: "Book", fields: [title, shelf, pages]) @filter(by: [id, pages]) {
      "Whether it is lent."
      isLent: Boolean!
      "The shelf."
      shelf: String!
    }
    extend type ShelvedBook { "The row." row: Int }
    """

  @Test func `A facet has fields of another type in the order of the directive, and fields of its own`() throws {
    let expansion = try Documents.expanded(Self.shelved + Documents.library)
    let expected = "type ShelvedBook { id: ID! title: String! shelf: String! pages: Int! isLent: Boolean! row: Int }"
    #expect(try Documents.type("ShelvedBook", of: expansion) == Document(parsing: Source(expected)).printed)
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    #expect(schema.field("id", of: "ShelvedBook")?.description == "The id of the `Book`.")
    for field in ["title", "pages"] {
      #expect(schema.field(field, of: "ShelvedBook")?.description == schema.field(field, of: "Book")?.description)
    }
    #expect(schema.inputObjectType(named: "ShelvedBookFilter")?.fields.contains { $0.name == "pages" } == true)
  }

  @Test func `The declaration names the shared fields, with their bounds and without their inputs`() throws {
    let expansion = try Documents.expanded(Self.shelved + Documents.library)
    let declaration = try #require(expansion.declarations.first { $0.name == "ShelvedBook" })
    #expect(declaration.facet == TypeDeclaration.Facet(of: "Book", fields: ["id", "title", "pages"]))
    #expect(declaration.bounds == ["title": .text(characters: 1...1000, lines: .many), "pages": .integer(0...9999)])
    #expect(declaration.writers.isEmpty)
  }

  @Test func `A facet may have nothing of its own, and its own id`() throws {
    let expansion = try Documents.expanded(
      Documents.library + """
        type Title @facet(of: "Book", fields: [title])
        type Number @facet(of: "Book", fields: [pages]) { "The number of the book." id: ID! }
        """)
    #expect(try Documents.type("Title", of: expansion) == Document(parsing: Source("type Title { id: ID! title: String! }")).printed)
    #expect(try Documents.type("Number", of: expansion) == Document(parsing: Source("type Number { id: ID! pages: Int! }")).printed)
    #expect(expansion.declarations.first { $0.name == "Number" }?.facet?.fields == ["pages"])
  }

  @Test("A facet that does not fit is refused with its place and advice", arguments: [
    ("of: \"Book\"", "of: \"Bok\"", "ShelvedBook @facet: of: Bok is no type with fields of its own."),
    ("of: \"Book\"", "of: \"ShelvedBook\"", "ShelvedBook @facet: of: ShelvedBook is no type with fields of its own."),
    ("[title, shelf", "[titel, shelf", "ShelvedBook @facet: Book has no field titel. Write the field, or name one of id, title"),
    ("[title, shelf", "[author, shelf", "ShelvedBook @facet: Book.author is Author, which other viewers see otherwise."),
    ("extend type ShelvedBook", "extend type Author @facet(of: \"Book\", fields: [title])", "Write it at the type."),
  ])
  func isRefused(text: String, replacement: String, message: String) throws {
    let sdl = Self.shelved.replacing(text, with: replacement)
    #expect(sdl != Self.shelved)
    let error = try #require(throws: DerivationError.self) { try Documents.expanded(Documents.library + sdl) }
    #expect(error.description.contains(message), "\(error)")
  }
}
