import GraphQL

extension Schema {
  /// A library with shelves and books, and the people who borrow them.
  static func library() throws -> Schema { try Schema(sdl: [Source(librarySDL)]) }
}

let librarySDL = """
  type Query {
    library: Library
    book(id: ID!): Book
    shelf(id: ID!): Shelf
    person(id: ID!): Person
    me: Adult
    draft: Book
    opening: Library!
  }
  type Library {
    id: ID!
    name: String!
    shelves(first: Int! = 10, offset: Int! = 0): [Shelf!]!
    wishes(first: Int! = 10, offset: Int! = 0): [Book]
    people(first: Int! = 10, offset: Int! = 0): [Person!]!
    adults(first: Int! = 10, offset: Int! = 0): [Adult!]!
  }
  type Shelf {
    id: ID!
    name: String!
    "The same column as `name`."
    label: String
    books(first: Int! = 5, offset: Int! = 0): [Book!]!
  }
  enum Binding { HARD SOFT }
  type Book {
    id: ID!
    title: String!
    pages: Int
    price: Float
    binding: Binding
    shelf: Shelf!
    sequel: Book
    appraisal: Float
    remark: String
    critic: Adult
    isLent(to: ID, since: ID): Boolean
    loans(first: Int! = 5, offset: Int! = 0): [Loan!]!
  }
  interface Person {
    id: ID!
    name: String!
    email: String
  }
  type Adult implements Person {
    id: ID!
    name: String!
    email: String
    loans(first: Int! = 5, offset: Int! = 0): [Loan!]!
  }
  type Child implements Person {
    id: ID!
    name: String!
    email: String
    guardian: Adult
  }
  type Loan {
    id: ID!
    book: Book!
  }
  """
