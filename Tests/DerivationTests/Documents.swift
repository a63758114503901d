import Derivation
import Embedded
import GraphQL

/// Documents that are expanded in tests, beside the declarations of the directives.
enum Documents {
  static let directives = EmbeddedFile.schema.filter { $0.name == "directives.graphql" }
    .map { SDLFile(name: $0.name, text: $0.text) }

  /// A library: books of authors, in rooms.
  static let library = """
    type Query { books: [Book!]! @list(first: 10, connection: true) }
    type Mutation
    scalar Date scalar DateTime scalar URL @comparedAs(scalar: "String")
    enum OrderDirection { ASC DESC } enum NullsOrder { FIRST LAST }
    type PageInfo { hasNextPage: Boolean! }
    input StringFilter { eq: String } input IntFilter { eq: Int } input IDFilter { eq: ID } input FloatFilter { eq: Float }
    input DateTimeFilter { eq: DateTime } input DateFilter { eq: Date }
    enum Genre { NOVEL ESSAY } enum AuditAction { SIGNED_IN }
    "A person who writes."
    type Author @record @filter(by: [id, name, books]) @order(by: [name])
      @create(by: PARENTS, fields: [name]) @update(by: PARENTS, fields: [name])
    {
      "The author's name."
      name: String! @text(min: 1, max: 200)
      "The author's books."
      books: [Book!]! @list
    }
    "Something to read."
    type Book @record @lookup @connection @audited(fields: [title, author])
      @filter(by: [title, genre, author, link, pages]) @order(by: [title, genre, "author.name"])
      @create(by: MEMBERS, fields: [author, title, genre, pages, price, link], item: "CreateBooksItem", note: "Once.", example: "mutation { a }")
      @update(by: PARENTS, fields: [title, pages, price, link], item: "UpdateBooksItem") @delete(by: PARENTS, cascade: "its pages")
    {
      "The title."
      title: String! @text(min: 1, max: 1000, lines: MANY)
      "The genre."
      genre: Genre!
      "The author."
      author: Author
      "The page on the web."
      link: URL
      "The number of pages."
      pages: Int! @integer(from: 0, to: 9999) @input(default: 1, note: "Covers count.")
      "The price."
      price: Float @number(above: 0, below: 1000000, decimals: 4)
    }
    """

  static let writers = [
    Writers.parents, .members, .accounts, .parentsAndOwner, .parentsAndKeeper, Writers("STUDENTS", "Students only."),
    Writers("ADMINISTRATORS", "Administrators only.", isStaff: true),
    Writers("ADMINISTRATORS_AND_TEACHERS", "Administrators and teachers.", isStaff: true),
  ]

  static func expanded(_ sdl: String) throws(DerivationError) -> Expansion {
    try Expansion(of: directives + [SDLFile(name: "library.graphql", text: sdl)], writers: writers)
  }

  /// A type of the expansion, without descriptions.
  static func type(_ name: String, of expansion: Expansion) throws -> String {
    let schema = try Schema(sdl: [Source(expansion.sdl)])
    guard let sdl = try schema.element(at: SchemaCoordinate(parsing: Source(name)))?.sdl else { return "nothing" }
    let document = try Document(parsing: Source(sdl))
    return Document(definitions: document.definitions.map(\.withoutDescriptions)).printed
  }
}

extension Writers {
  static let parents = Writers("PARENTS", "Parents only.")
  static let members = Writers("MEMBERS", "For members of a family.")
  static let accounts = Writers("ACCOUNTS", "For every account, in a family or not.")
  static let parentsAndOwner = Writers("PARENTS_AND_OWNER", "For parents, and for students what is their own.", claim: .owner)
  static let parentsAndKeeper = Writers("PARENTS_AND_KEEPER", "For parents, and for students what they keep.", claim: .keeper)
}

extension Definition {
  fileprivate var withoutDescriptions: Definition {
    guard case .type(var type) = self else { return self }
    type.description = nil
    switch type.kind {
    case .object(let interfaces, let fields): type.kind = .object(interfaces: interfaces, fields: fields.map(\.bare))
    case .interface(let interfaces, let fields): type.kind = .interface(interfaces: interfaces, fields: fields.map(\.bare))
    case .enum(let values):
      type.kind = .enum(values: values.map { EnumValueDefinition(name: $0.name, directives: $0.directives) })
    case .inputObject(let fields): type.kind = .inputObject(fields: fields.map(\.bare))
    case .scalar, .union: break
    }
    return .type(type)
  }
}

extension FieldDefinition {
  fileprivate var bare: FieldDefinition {
    FieldDefinition(name: name, arguments: arguments.map(\.bare), type: type, directives: directives)
  }
}

extension InputValueDefinition {
  fileprivate var bare: InputValueDefinition {
    InputValueDefinition(name: name, type: type, defaultValue: defaultValue, directives: directives)
  }
}
