import Derivation
import GraphQL
import Testing

/// Payloads of mutations that are written by hand: `@payload`.
struct PayloadTests {
  private static let lending = """
    input ReturnBookInput { id: ID! }
    extend type Mutation {
      "Lends books."
      lendBooks("The books." input: LendBooksInput!): [Book!]! @payload(field: books, description: "The books.")
      returnBook(input: ReturnBookInput!): Book @payload(field: book, description: "The book.")
    }
    "The books to lend."
    input LendBooksInput { ids: [ID!]! }
    type After { a: Int }

    """

  @Test func `A payload has the type that the mutation is written with, and stands after the input`() throws {
    let expansion = try Documents.expanded(Documents.library + Self.lending)
    #expect(try Documents.type("LendBooksPayload", of: expansion) == Document(parsing: Source("type LendBooksPayload { books: [Book!]! }")).printed)
    #expect(try Documents.type("ReturnBookPayload", of: expansion) == Document(parsing: Source("type ReturnBookPayload { book: Book }")).printed)
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    #expect(schema.field("lendBooks", of: "Mutation")?.type == .named("LendBooksPayload"))
    #expect(schema.field("returnBook", of: "Mutation")?.type == .named("ReturnBookPayload"))
    #expect(schema.objectType(named: "LendBooksPayload")?.description == "The result of `lendBooks`.")
    #expect(schema.field("books", of: "LendBooksPayload")?.description == "The books.")
    let names = expansion.document.definitions.compactMap { definition in
      if case .type(let type) = definition { type.name.value } else { nil as String? }
    }
    let order = names.filter { ["ReturnBookInput", "ReturnBookPayload", "LendBooksInput", "LendBooksPayload", "After"].contains($0) }
    #expect(order == ["ReturnBookInput", "ReturnBookPayload", "LendBooksInput", "LendBooksPayload", "After"])
  }

  @Test("A payload that does not fit is refused", arguments: [
    ("input ReturnBookInput { id: ID! }", "", "Mutation.returnBook @payload: the field is no mutation with an input of its own."),
    ("type After { a: Int }", "type LendBooksPayload { a: Int }", "Mutation.lendBooks @payload: LendBooksPayload is derived, and written"),
    ("a: Int", "a: Int @payload(field: b, description: \"\")", "After.a @payload: the field is no mutation with an input of its own."),
  ])
  func isRefused(text: String, replacement: String, message: String) throws {
    let sdl = Self.lending.replacing(text, with: replacement)
    #expect(sdl != Self.lending)
    let error = try #require(throws: DerivationError.self) { try Documents.expanded(Documents.library + sdl) }
    #expect(error.problems.allSatisfy { $0.hasPrefix("library.graphql: ") }, "\(error)")
    #expect(error.description.contains(message), "\(error)")
  }
}
