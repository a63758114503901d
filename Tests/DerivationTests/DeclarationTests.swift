import GraphQL
import Testing

@testable import Derivation

struct DeclarationTests {
  private static func declaration(_ name: String) throws -> TypeDeclaration {
    try #require(try Documents.expanded(Documents.library).declarations.first { $0.name == name })
  }

  @Test func `A declaration has what the directives of its type say, in order`() throws {
    let book = try Self.declaration("Book")
    #expect(book.key == "book")
    #expect(book.words == Words(one: "book", many: "books"))
    #expect(book.isRecord && book.hasLookup)
    #expect(book.filterFields == ["title", "genre", "author", "link", "pages"])
    #expect(book.orderPaths == [["title"], ["genre"], ["author", "name"]])
    #expect(book.creation?.writers == .members)
    #expect(book.updates.map(\.writers) == [.parents])
    #expect(book.updates.map(\.verb) == ["update"])
    #expect(book.audit == .fields(["title", "author"]))
    #expect(book.deletion == TypeDeclaration.Deletion(writers: .parents, cascade: "its pages"))
    #expect(try Self.declaration("Author").deletion == nil)
  }

  @Test func `A deletion that shares its types has none of its own`() throws {
    let sdl = Documents.library.replacing("cascade: \"its pages\"", with: "shared: true")
    let expansion = try Documents.expanded(sdl + "\ninput IDInput { id: ID! ifVersion: Int } type IDPayload { id: ID! }")
    let book = try #require(expansion.declarations.first { $0.name == "Book" })
    #expect(book.deletion == TypeDeclaration.Deletion(writers: .parents, sharesTypes: true))
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    let deletion = try #require(schema.field("deleteBook", of: "Mutation"))
    #expect(deletion.type == .named("IDPayload"))
    #expect(deletion.arguments.map(\.type.namedType) == ["IDInput"])
    #expect(schema.types["DeleteBookInput"] == nil && schema.types["DeleteBookPayload"] == nil)
  }

  @Test func `A writable field has its input, its type, its default and its bounds`() throws {
    let book = try Self.declaration("Book")
    let price = NumberBounds(minimum: 0, includesMinimum: false, limit: 1_000_000, decimals: 4)
    #expect(
      book.creation?.fields == [
        WritableField(input: "authorId", field: "author", kind: .reference(to: "Author"), isRequired: false),
        WritableField(
          input: "title", field: "title", kind: .scalar("String"), isRequired: true,
          bounds: .text(characters: 1...1000, lines: .many)),
        WritableField(input: "genre", field: "genre", kind: .enumeration("Genre"), isRequired: true),
        WritableField(
          input: "pages", field: "pages", kind: .scalar("Int"), isRequired: true, defaultValue: Value(.int("1")),
          bounds: .integer(0...9999)),
        WritableField(input: "price", field: "price", kind: .scalar("Float"), isRequired: false, bounds: .number(price)),
        WritableField(input: "link", field: "link", kind: .scalar("URL"), isRequired: false),
      ])
    let update = try #require(book.updates.first)
    #expect(update.fields.map(\.input) == ["title", "pages", "price", "link"])
    #expect(update.fields.allSatisfy { $0.defaultValue == nil })
    #expect(update.namesObject && !update.needsChange && update.payloadField == "book")
    #expect(book.bounds["price"] == .number(price))
  }

  @Test func `The owner of a row may be left out, and a list of objects is given by their ids`() throws {
    let sdl = Documents.library.replacing("by: MEMBERS, fields: [author,", with: "by: PARENTS_AND_OWNER, fields: [author,")
      .replacing("author: Author\n", with: "author: Author! @owner\n").replacing("fields: [name])", with: "fields: [name, books])")
      .replacing("books: [Book!]! @list\n", with: "books: [Book!]! @list @links(max: 5)\n")
    let expansion = try Documents.expanded(sdl)
    let book = try #require(expansion.declarations.first { $0.name == "Book" })
    #expect(book.owner == "author")
    #expect(book.creation?.fields.filter(\.isOwner).map(\.input) == ["authorId"])
    let author = try #require(expansion.declarations.first { $0.name == "Author" })
    let kind = WritableField.Kind.references(to: "Book", atMost: 5)
    #expect(author.creation?.fields.last == WritableField(input: "bookIds", field: "books", kind: kind, isRequired: false))
    #expect(author.updates.first?.fields.last == WritableField(input: "bookIds", field: "books", kind: kind, isRequired: true))
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    #expect(schema.inputObjectType(named: "CreateBookInput")?.fields.first { $0.name == "authorId" }?.type == .named("ID"))
    for name in ["CreateAuthorInput", "UpdateAuthorInput"] {
      let field = schema.inputObjectType(named: name)?.fields.first { $0.name == "bookIds" }
      #expect(field?.type == .list(.nonNull(.named("ID"))), "\(name)")
      #expect(field?.description?.hasPrefix("The author's books. At most 5") == true, "\(name)")
    }
  }

  @Test func `The fields that say who keeps a row are written as others`() throws {
    let sdl = Documents.library.replacing("by: MEMBERS, fields: [author,", with: "by: PARENTS_AND_KEEPER, fields: [author,")
      .replacing("author: Author\n", with: "author: Author! @keeper\n")
    let expansion = try Documents.expanded(sdl)
    let book = try #require(expansion.declarations.first { $0.name == "Book" })
    #expect(book.keepers == ["author"])
    #expect(book.creation?.writers == .parentsAndKeeper)
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    let type = schema.inputObjectType(named: "CreateBookInput")?.fields.first { $0.name == "authorId" }?.type
    #expect(type == .nonNull(.named("ID")))
  }

  @Test(
    "A directive that does not fit is refused with its place and advice",
    arguments: [
      ("fields: [name])", "fields: [nam])", "Author @create: Author has no field nam. Write one of id, name, books"),
      ("@text(min: 1, max: 200)", "", "Author @create: Author.name: its bounds are missing. Write @text(max:) at the field."),
      ("@integer(from: 0, to: 9999)", "", "Book.pages: its bounds are missing. Write @integer(from:, to:)"),
      ("@number(above: 0, below: 1000000, decimals: 4)", "", "Book.price: its bounds are missing. Write @number("),
      ("@integer(from: 0,", "@integer(from: 10000,", "Book.pages @integer: no integer fits."),
      ("above: 0, below", "above: 0, from: 0, below", "Book.price @number: write either from: or above:."),
      ("min: 1, max: 200", "min: 1, max: 0", "Author.name @text: no text fits."),
      ("link: URL", "link: URL @text(max: 10)", "Book.link @text: the field is URL. The directive stands at String only."),
      ("genre: Genre!\n", "genre: Genre! @input(default: NOVEL) @input\n", "Book.genre @input: the directive is given twice."),
      ("author: Author\n", "author: Author @list\n", "Book.author @list: the field is Author."),
      ("author: Author\n", "author: Author @connection\n", "Book.author @connection: the field is Author."),
      ("books: [Book!]! @list\n", "books: [Book!]! @lst(first: 1)\n", ""),
      ("books: [Book!]! @list\n", "books: [Book!]! @list(frist: 1)\n", "Author.books @list: there is no argument frist."),
      ("books: [Book!]! @list\n", "books: [Book!]! @list(first: A)\n", "Author.books @list: first: A does not fit."),
      ("by: [title, genre, author", "by: [title, title, author", "Book @filter: title is given twice. Write it once."),
      ("by: [title, genre, \"author.name\"]", "by: [author]", "Book @order: author: Book.author is Author. Write a path"),
      ("by: [title, genre, \"author.name\"]", "by: [\"author.age\"]", "Book @order: Author has no field age."),
      ("@filter(by: [id, name, books])", "", "Book @filter: author cannot be filtered: Author has no @filter."),
      ("@comparedAs(scalar: \"String\")", "", "link cannot be filtered: there is no input URLFilter."),
      ("by: MEMBERS", "by: NOBODY", "Book @create: by: NOBODY does not fit."), ("by: MEMBERS, ", "", "the argument by is missing"),
      ("@lookup @connection", "@lookup", "Query.books @list: Book has no connection. Write @connection at Book."),
      ("type Author @record", "type Author @record @text(max: 1)", "Author @text: the directive does not stand at OBJECT."),
      ("type PageInfo", "input BookOrder { a: Int } type PageInfo", "library.graphql: Book: BookOrder is derived, and written by hand."),
      ("type Mutation", "type Mutation { createBook: Int }", "Mutation.createBook is derived, and written by hand."),
      ("type Author @record", "type Author @record @byHand(names: [\"Nothing\"])", "nothing defines Nothing."),
      ("fields: [title, pages", "fields: [id, title, pages", "Book.id: an id is given by its relation."),
      ("\"The author's books.\"", "\"\" age: Int @input(note: \"a\")", "no @create or @update of Author names the field"),
      ("1000000, decimals: 4", "10000000, decimals: 9", "Book.price @number: a Float has at most 15 digits."),
      ("(fields: [title, author])", "", "Book @audited: write either fields: or actions:."),
      (
        "@audited(fields: [title, author])", "@audited(fields: [title, author], of: \"Shelf\")",
        "Book @audited: of: goes with actions:, whose triggers are on the table of that type."
      ),
      ("fields: [title, author])", "actions: [SOLD])", "Book @audited: AuditAction has no value SOLD. Write one of SIGNED_IN."),
      ("@audited(fields: [title, author])", "@audited(fields: [titel])", "Book @audited: Book has no field titel."),
      ("enum AuditAction { SIGNED_IN }", "", "Book @audited: there is no enum AuditAction for the actions."),
      ("author: Author\n", "author: Author @owner\n", "Book: PARENTS_AND_OWNER and @owner belong together."),
      ("by: MEMBERS", "by: PARENTS_AND_OWNER", "Book: PARENTS_AND_OWNER and @owner belong together."),
      ("author: Author\n", "author: Author @keeper\n", "Book: PARENTS_AND_KEEPER and @keeper belong together."),
      ("by: MEMBERS", "by: PARENTS_AND_KEEPER", "Book: PARENTS_AND_KEEPER and @keeper belong together."),
      ("genre: Genre!\n", "genre: Genre! @keeper\n", "Book.genre @keeper: no @create names a relation of this name."),
      ("genre: Genre!\n", "genre: Genre! @owner\n", "Book.genre @owner: a field of the type Genre! is no member."),
      ("books: [Book!]! @list\n", "books: [Book!]! @list @links(max: 5)\n", "Author.books @links: no @create or @update of Author"),
      ("cascade: \"its pages\"", "cascade: \"its pages\", shared: true", "Book @delete: IDInput has no cascade. Leave out one of shared and cascade."),
      ("type Author @record", "type Author @update(by: PARENTS, fields: [name]) @record", "@update: verb: update is given twice."),
    ])
  func isRefused(text: String, replacement: String, message: String) throws {
    let sdl = Documents.library.replacing(text, with: replacement)
    #expect(sdl != Documents.library)
    // An unknown directive is the schema's to refuse.
    if message.isEmpty {
      let expanded = try Documents.expanded(sdl).sdl
      #expect(throws: SchemaError.self) { try Schema(sdl: [Source(expanded)]) }
      return
    }
    let error = try #require(throws: DerivationError.self) { try Documents.expanded(sdl) }
    #expect(error.problems.allSatisfy { $0.hasPrefix("library.graphql: ") }, "\(error)")
    #expect(error.description.contains(message), "\(error)")
  }

  // MARK: Definitions that are written by hand

  /// A shelf that its owner arranges, beside the library: the input and the payload of `arrangeShelf` are written by hand.
  private static let shelf = """
    type Shelf @record @byHand(names: ["Mutation.arrangeShelf", "ArrangeShelfInput", "ArrangeShelfPayload"])
      @update(by: ACCOUNTS, verb: "arrange", fields: [label, owner], needsChange: true)
      @audited(actions: [SIGNED_IN])
    {
      label: String @text(max: 10) @input(name: "sign", nullable: false)
      owner: Author
    }
    extend type Mutation { arrangeShelf(input: ArrangeShelfInput!): ArrangeShelfPayload }
    input ArrangeShelfInput { ifVersion: Int sign: String ownerId: ID }
    type ArrangeShelfPayload { author: Author arranged: Shelf! }
    """

  @Test func `An update has a verb, and the names of an input and a payload that are written by hand`() throws {
    let expansion = try Documents.expanded(Documents.library + Self.shelf)
    let shelf = try #require(expansion.declarations.first { $0.name == "Shelf" })
    let update = try #require(shelf.updates.first)
    #expect(update.verb == "arrange" && update.writers == .accounts && update.needsChange)
    #expect(!update.namesObject && update.payloadField == "arranged")
    #expect(update.fields.map(\.input) == ["sign", "ownerId"])
    #expect(update.fields.map(\.isRequired) == [true, false])
    #expect(shelf.audit == .actions(["SIGNED_IN"], of: nil))
    #expect(try Documents.type("AuditAction", of: expansion).contains("SHELF") == false)
  }

  @Test func `A creation whose payload always shows the object needs it`() throws {
    let library = try Documents.expanded(Documents.library).declarations.first { $0.name == "Book" }
    #expect(library?.creation?.needsObject == false)
    let sdl = Documents.library.replacing(
      "type Author @record", with: "type CreateBookPayload { book: Book! }\ntype Author @record @byHand(names: [\"CreateBookPayload\"])")
    #expect(try Documents.expanded(sdl).declarations.first { $0.name == "Book" }?.creation?.needsObject == true)
  }

  @Test(
    "A definition that is written by hand and does not fit its directive is refused",
    arguments: [
      ("sign: String", "", "Shelf @update: ArrangeShelfInput is written by hand without sign: String."),
      ("sign: String", "sign: Int", "Shelf @update: ArrangeShelfInput is written by hand without sign: String."),
      ("ownerId: ID", "ownerId: ID color: String", "ArrangeShelfInput has color, which fields: does not give."),
      ("arranged: Shelf!", "arranged: [Shelf!]", "ArrangeShelfPayload is written by hand without a Shelf."),
    ])
  func isRefusedByHand(text: String, replacement: String, message: String) throws {
    let sdl = Self.shelf.replacing(text, with: replacement)
    #expect(sdl != Self.shelf)
    let error = try #require(throws: DerivationError.self) { try Documents.expanded(Documents.library + sdl) }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test(
    "Descriptions have the words of a type's name",
    arguments: [
      ("PortfolioItem", "a portfolio item", "portfolio items"), ("Entry", "an entry", "entries"), ("Day", "a day", "days"),
      ("Bus", "a bus", "buses"), ("AttendanceRecord", "an attendance record", "attendance records"),
    ])
  func words(typeName: String, one: String, many: String) {
    let words = Words(typeName: typeName)
    #expect(words.a == one)
    #expect(words.many == many)
  }

  @Test func `A syntax error has its file and its place`() throws {
    let error = try #require(throws: DerivationError.self) { try Documents.expanded("type A {\n  b: }") }
    #expect(error.problems.count == 1)
    #expect(error.problems.first?.hasPrefix("library.graphql:2:6: Syntax Error") == true, "\(error)")
  }

  @Test func `Every directive of the file is implemented, and the other way round`() throws {
    let document = try Document(parsing: Source(Documents.directives.first?.text ?? ""))
    let declared = document.definitions.compactMap { definition in
      if case .directive(let directive) = definition { directive.name.value } else { nil }
    }
    #expect(Set(declared) == DirectiveVocabulary.names)
    let undescribed = document.definitions.filter { definition in
      switch definition {
      case .directive(let directive): directive.description == nil
      case .type(let type): type.description == nil
      default: true
      }
    }
    #expect(undescribed.isEmpty)
  }
}
