import Derivation
import GraphQL
import Testing

struct ExpansionTests {
  @Test(
    "A directive derives the definition that it stands for",
    arguments: [
      "type Query { books(first: Int = 10, offset: Int = 0, where: BookFilter, orderBy: [BookOrder!]): [Book!]! "
        + "booksConnection(first: Int, after: String, last: Int, before: String, where: BookFilter, orderBy: [BookOrder!]): "
        + "BookConnection! book(id: ID!): Book }",
      "type Mutation { createAuthor(input: CreateAuthorInput!): CreateAuthorPayload "
        + "updateAuthor(input: UpdateAuthorInput!): UpdateAuthorPayload createBook(input: CreateBookInput!): CreateBookPayload "
        + "updateBook(input: UpdateBookInput!): UpdateBookPayload deleteBook(input: DeleteBookInput!): DeleteBookPayload }",
      "type Author { id: ID! name: String! books(first: Int = 50, offset: Int = 0, where: BookFilter, orderBy: [BookOrder!]): "
        + "[Book!]! createdAt: DateTime! updatedAt: DateTime! version: Int! }",
      "input AuthorFilter { and: [AuthorFilter!] or: [AuthorFilter!] not: AuthorFilter id: IDFilter name: StringFilter "
        + "books: BookListFilter }",
      "input BookFilter { and: [BookFilter!] or: [BookFilter!] not: BookFilter title: StringFilter genre: GenreFilter "
        + "author: AuthorFilter link: StringFilter pages: IntFilter }",
      "input BookListFilter { some: BookFilter every: BookFilter none: BookFilter }",
      "input GenreFilter { eq: Genre ne: Genre in: [Genre!] }",
      "input BookOrder { field: BookOrderField! direction: OrderDirection = ASC nulls: NullsOrder = LAST }",
      "enum BookOrderField { TITLE GENRE AUTHOR_NAME }",
      "type BookConnection { edges: [BookEdge!]! nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }",
      "type BookEdge { cursor: String! node: Book! }",
      "input CreateBookInput { id: ID authorId: ID title: String! genre: Genre! pages: Int = 1 price: Float link: URL }",
      "input CreateBooksItem { id: ID authorId: ID title: String! genre: Genre! pages: Int = 1 price: Float link: URL }",
      "input UpdateBooksItem { id: ID! ifVersion: Int title: String pages: Int price: Float link: URL }",
      "type CreateBookPayload { book: Book }",
      "input UpdateBookInput { id: ID! ifVersion: Int title: String pages: Int price: Float link: URL }",
      "type UpdateBookPayload { book: Book! }", "input DeleteBookInput { id: ID! ifVersion: Int cascade: Boolean = false }",
      "type DeleteBookPayload { id: ID! }", "enum AuditAction { SIGNED_IN BOOK_CREATED BOOK_CHANGED BOOK_DELETED }",
    ])
  func isDerived(_ definition: String) throws {
    let expected = try Document(parsing: Source(definition)).printed
    let name = definition.split(separator: " ")[1]
    #expect(try Documents.type(String(name), of: Documents.expanded(Documents.library)) == expected)
  }

  @Test func `Nothing is derived that no directive asks for`() throws {
    let schema = try Schema(sdl: [Source(Documents.expanded(Documents.library).sdl)])
    for name in ["AuthorConnection", "AuthorListFilter", "DeleteAuthorInput", "FieldPath", "Writers", "Lines"] {
      #expect(schema.types[name] == nil, "\(name)")
    }
    #expect(schema.field("author", of: "Query") == nil)
    #expect(schema.directives.map(\.name).sorted() == ["deprecated", "include", "oneOf", "skip", "specifiedBy"])
  }

  @Test func `A description says what the field is, and what an input may be`() throws {
    let schema = try Schema(sdl: [Source(Documents.expanded(Documents.library).sdl)])
    func description(_ coordinate: String) throws -> String? {
      switch try schema.element(at: SchemaCoordinate(parsing: Source(coordinate))) {
      case .type(let type)?: type.description
      case .field(let field)?: field.description
      case .inputField(let field)?: field.description
      case .enumValue(let value)?: value.description
      default: nil
      }
    }
    #expect(try description("CreateBookInput.title") == "The title. 1 to 1,000 characters.")
    #expect(try description("CreateBookInput.pages") == "The number of pages. From 0 to 9,999. Null is 1. Covers count.")
    #expect(
      try description("UpdateBookInput.price")
        == "The price. Above 0 and below 1,000,000, with at most 4 decimals. Null clears it.")
    #expect(try description("UpdateBookInput") == "Changes to a book. Omit a field to keep it, give null to clear it.")
    #expect(try description("UpdateAuthorInput") == "Changes to an author. Omit a field to keep it.")
    #expect(try description("BookOrderField.AUTHOR_NAME") == "`author.name`: The author's name.")
    #expect(try description("Mutation.createBook") == "Creates a book. For members of a family. Once.\n\n    mutation { a }")
    #expect(try description("DeleteBookInput.cascade") == "Whether to delete its pages too; null is false.")
    #expect(try description("AuditAction.BOOK_CHANGED") == "A book was changed.")
    #expect(try description("BookFilter") == "Matches books that meet every condition given; omitted fields are ignored.")
  }

  @Test func `Extensions add fields to a filter, and to what is derived`() throws {
    let sdl =
      Documents.library + " extend type Book @filter(by: [price]) @order(by: [pages])"
      + " extend type UpdateBookPayload { author: Author }"
    let expansion = try Documents.expanded(sdl)
    #expect(try Documents.type("BookFilter", of: expansion).contains("pages: IntFilter\n  price: FloatFilter\n"))
    #expect(try Documents.type("BookOrderField", of: expansion).contains("AUTHOR_NAME\n  PAGES\n"))
    #expect(try Documents.type("UpdateBookPayload", of: expansion).contains("book: Book!\n  author: Author\n"))
  }

  @Test func `A definition that is written by hand wins where a directive says so`() throws {
    let sdl =
      Documents.library.replacing("type Author @record", with: "type Author @record @byHand(names: [\"AuthorOrder\"])")
      + " input AuthorOrder { by: AuthorOrderField! }"
    #expect(try Documents.type("AuthorOrder", of: Documents.expanded(sdl)) == "input AuthorOrder {\n  by: AuthorOrderField!\n}")
  }
}
