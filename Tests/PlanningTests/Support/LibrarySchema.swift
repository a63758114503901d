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
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    draft: Book
    opening: Library!
  }
  type Library {
    id: ID!
    name: String!
    shelves(first: Int = 10, offset: Int = 0, where: ShelfFilter): [Shelf!]!
    wishes(first: Int = 10, offset: Int = 0): [Book]
    people(first: Int = 10, offset: Int = 0, where: PersonFilter, orderBy: [PersonOrder!]): [Person!]!
    adults(first: Int = 10, offset: Int = 0): [Adult!]!
    loansConnection(first: Int after: String last: Int before: String orderBy: [LoanOrder!]): LoanConnection!
  }
  type Shelf implements Node {
    id: ID!
    name: String!
    "The same column as `name`."
    label: String
    books(first: Int = 5, offset: Int = 0, where: BookFilter, orderBy: [BookOrder!]): [Book!]!
    booksConnection(
      first: Int after: String last: Int before: String where: BookFilter orderBy: [BookOrder!]
    ): BookConnection!
    stock(where: BookFilter): Stock!
  }
  enum Binding { HARD SOFT }
  type Book implements Node {
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
    loans(first: Int = 5, offset: Int = 0, orderBy: [LoanOrder!]): [Loan!]!
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
    loans(first: Int = 5, offset: Int = 0): [Loan!]!
  }
  type Child implements Person {
    id: ID!
    name: String!
    email: String
    guardian: Adult
  }
  type Loan implements Node {
    id: ID!
    book: Book!
    reader: Person
    "The loan that this one goes on with."
    renewal: Loan
  }
  interface Node { id: ID! }
  type BookConnection { edges: [BookEdge!]! nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type BookEdge { cursor: String! node: Book! }
  type LoanConnection { edges: [LoanEdge!]! nodes: [Loan!]! pageInfo: PageInfo! totalCount: Int! }
  type LoanEdge { cursor: String! node: Loan! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Stock {
    count: Int!
    priced: Int!
    meanPrice: Float
    byBinding(first: Int = 5, offset: Int = 0): [StockByBinding!]!
    bySequel(first: Int = 5, offset: Int = 0): [StockBySequel!]!
  }
  type StockByBinding { binding: Binding count: Int! }
  type StockBySequel { sequel: Book count: Int! }
  input StringFilter { eq: String ne: String in: [String!] contains: String startsWith: String endsWith: String isNull: Boolean }
  input IntFilter { eq: Int ne: Int in: [Int!] lt: Int lte: Int gt: Int gte: Int isNull: Boolean }
  input FloatFilter { eq: Float ne: Float in: [Float!] lt: Float lte: Float gt: Float gte: Float isNull: Boolean }
  input BindingFilter { eq: Binding ne: Binding in: [Binding!] }
  input BooleanFilter { eq: Boolean ne: Boolean isNull: Boolean }
  input IDFilter { eq: ID ne: ID in: [ID!] isNull: Boolean }
  input BookFilter {
    and: [BookFilter!]
    or: [BookFilter!]
    not: BookFilter
    id: IDFilter
    title: StringFilter
    pages: IntFilter
    price: FloatFilter
    binding: BindingFilter
    appraisal: FloatFilter
    remark: StringFilter
    isLent: BooleanFilter
    shelf: ShelfFilter
    critic: PersonFilter
    loans: LoanListFilter
  }
  input ShelfFilter { and: [ShelfFilter!] or: [ShelfFilter!] not: ShelfFilter name: StringFilter books: BookListFilter }
  input BookListFilter { some: BookFilter every: BookFilter none: BookFilter }
  input LoanFilter { id: IDFilter book: BookFilter }
  input LoanListFilter { some: LoanFilter every: LoanFilter none: LoanFilter }
  input PersonFilter { not: PersonFilter name: StringFilter email: StringFilter }
  enum OrderDirection { ASC DESC }
  enum NullsOrder { FIRST LAST }
  input BookOrder { field: BookOrderField! direction: OrderDirection = ASC nulls: NullsOrder = LAST }
  enum BookOrderField { TITLE PAGES PRICE ID SHELF_NAME SEQUEL_SHELF_NAME }
  input LoanOrder { field: LoanOrderField! direction: OrderDirection = ASC }
  enum LoanOrderField { BOOK_TITLE BOOK_SHELF_NAME RENEWAL_ID }
  input PersonOrder { field: PersonOrderField! direction: OrderDirection = ASC }
  enum PersonOrderField { NAME }
  """
