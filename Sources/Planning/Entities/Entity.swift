import GraphQL
package import SQL

/// An object type of the SDL bound to rows of a table.
///
/// Entities name each other nowhere: the target of a relation is the type that the SDL gives the field.
package struct Entity<Viewer: ViewerContext>: Sendable {
  /// How many rows a scope holds, which decides how a to-one relation reads its targets.
  package enum Extent: Sendable {
    /// So few that reading all of the scope and dropping what no parent wants is the cheapest statement.
    case small
    /// Any number: only the wanted rows are read, by semi-join with the parents.
    case unbounded
  }

  /// A column to sort by. Null sorts as PostgreSQL's default: last in ascending order, first in descending.
  package struct Order: Sendable {
    let column: String
    let isDescending: Bool
    /// The value that stands for the column's, which may depend on the viewer; nil for the column's own.
    var value: (@Sendable (RowReference<Viewer>) -> SQL)?

    package static func ascending(_ column: String) -> Order { Order(column: column, isDescending: false) }
    package static func descending(_ column: String) -> Order { Order(column: column, isDescending: true) }

    /// An order by an expression over the row and the viewer.
    /// - Parameter column: the column of which it takes the place.
    package static func descending(_ column: String, as value: @escaping @Sendable (RowReference<Viewer>) -> SQL) -> Order {
      Order(column: column, isDescending: true, value: value)
    }
  }

  /// The source of the rows.
  enum Origin: Sendable {
    case table
    /// Keys of rows of several tables, each of which is a type of its own.
    case union([Part])
    /// Rows that no table has: a subquery over the arguments of the field that leads to them, and the viewer.
    case computed(@Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL)
    /// The same, of keys of rows of several tables.
    case keys(@Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL)
    /// The rows of a subquery over the viewer, which can be filtered and sorted as those of a table.
    case view(@Sendable ((Viewer.Attribute) -> SQL) -> SQL)

    /// Whether the rows can be filtered and sorted.
    var isListed: Bool {
      switch self {
      case .table, .view: true
      case .union, .computed, .keys: false
      }
    }

    /// Whether the rows are keys of those of other tables.
    var isOfKeys: Bool {
      switch self {
      case .union, .keys: true
      case .table, .computed, .view: false
      }
    }
  }

  /// An object type of an interface or union whose types have tables of their own.
  package struct Part: Sendable {
    let typeName: String
    /// The name that a column has for all types, and the one that it has in this type's table.
    let columns: [(name: String, column: String)]
    /// The rows of this type that the list is of; nil for all.
    let condition: (@Sendable (RowReference<Viewer>) -> SQL)?

    /// Example: `Part(Assignment.self, ["day": .dueDate, "time": .dueTime])`.
    package init<Type: EntityType<Viewer>>(
      _ type: Type.Type, _ columns: KeyValuePairs<String, Type.Column>,
      where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil
    ) {
      typeName = type.entity.typeName
      self.columns = columns.map { ($0.key, $0.value.rawValue) }
      self.condition = condition
    }
  }

  /// The first and the last of consecutive keys, over the arguments of the field that leads to the rows.
  package typealias KeyRange = @Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> (first: SQL, last: SQL)

  package let typeName: String
  /// The table; for rows of another origin, the name that they have in statements.
  package let table: String
  let origin: Origin
  /// The column that, with the scope, names one row.
  package let key: String
  /// The type of the key: `uuid`, or `date` for what has a row for each day.
  let keyType: SQLType
  package private(set) var scope: RowScope<Viewer>
  package private(set) var visibility: Visibility<Viewer>
  package let extent: Extent
  /// The first and the last key that rows of a type can have whose rows no table has, where keys are consecutive; nil elsewhere.
  private(set) var keyRange: KeyRange?
  /// The most rows and bytes that a scope may keep in the table; nil where rows come from other tables, or there is one.
  package let quota: Quota?
  /// Whether several rows may have one key, as the occurrences of a series have that of the series.
  private(set) var repeatsKeys = false
  /// How lists are ordered. The key comes last by itself, so that the order is total.
  package let order: [Order]
  /// The condition on rows of this type; nil for all rows of the table.
  package let restriction: (@Sendable (RowReference<Viewer>) -> SQL)?
  /// For an interface or union: the column that tells the type of a row, and the type for each value.
  package private(set) var discriminator: Discriminator?
  /// Whether each change of a row is counted in its column `version`, and dated in `updated_at`.
  let isVersioned: Bool
  /// The name of the version that counts changes of the rows besides those of the viewer's family and account; nil for none.
  package private(set) var version: String?
  /// The columns that statements name: see ``EntityType``.
  package private(set) var namedColumns: [String] = []
  /// The fields that columns hold, or references to other rows, by the rule of who may see them.
  let stored: KeyValuePairs<Access<Viewer>, [String]>
  /// The stored references to rows that a client may delete together with these: see ``EntityMap/dependents(of:)``.
  let cascades: Set<String>
  /// All other fields.
  let resolvers: KeyValuePairs<String, Resolver<Viewer>>
  /// Whether the rows are read through those that refer to them: expressions know the row that led to each.
  private(set) var isReadThroughRows = false
  /// The rows that viewers of a class see in place of these, by class; nil for these.
  private var instead: (@Sendable (Viewer.PlanClass) -> Entity?)?
  /// The fields that the entity may share with another one of the same rows; nil for an entity that is no facet.
  private(set) var shared: SharedFields<Viewer>?

  /// Types by the value of a text column, for types that share a table.
  package struct Discriminator: Sendable {
    let column: String
    fileprivate(set) var typeNames: [String: String]

    package init(column: String, typeNames: [String: String]) {
      self.column = column
      self.typeNames = typeNames
    }
  }

  /// An object type. Every one of its fields is stored, or needs a resolver, here or in an area's `resolvers`.
  ///
  ///     stored: [.family: ["id", "title", "dueDate", "student"], .parents: ["note"]]
  ///
  /// - Parameters:
  ///   - version: the version that counts changes of the rows which no version of the viewer's family or account does.
  ///   - stored: the fields that follow from the SDL: the column `due_date` of `dueDate`, the foreign key `student_id` of
  ///     `student`.
  ///   - cascades: the stored references, as `student`, whose target a client deletes together with these rows by
  ///     `cascade`. Not those for which the database does it, by `ON DELETE`.
  package init(
    _ typeName: String, table: String, key: String = "id", scope: RowScope<Viewer>,
    visibility: Visibility<Viewer>, extent: Extent, quota: Quota? = nil, order: [Order] = [],
    restriction: (@Sendable (RowReference<Viewer>) -> SQL)? = nil, isVersioned: Bool = true, version: String? = nil,
    stored: KeyValuePairs<Access<Viewer>, [String]> = [:], cascades: Set<String> = [],
    resolvers: KeyValuePairs<String, Resolver<Viewer>> = [:]
  ) {
    self.typeName = typeName
    self.table = table
    self.origin = .table
    self.key = key
    self.keyType = .uuid
    self.scope = scope
    self.visibility = visibility
    self.extent = extent
    self.quota = quota
    self.order = order
    self.restriction = restriction
    self.discriminator = nil
    self.isVersioned = isVersioned
    self.version = version
    self.stored = stored
    self.cascades = cascades
    self.resolvers = resolvers
  }

  /// A second view of the rows of an entity, for viewers of another scope, who see all rows of it. Its shared fields, which `@facet`
  /// names in the SDL, have the columns that they have in the entity.
  /// - Parameters:
  ///   - access: the rule of the shared fields.
  ///   - extent: nil as of the entity, like the order.
  ///   - stored: the other fields that columns hold.
  ///   - resolvers: all other fields.
  package init(
    facet typeName: String, of original: Entity, scope: RowScope<Viewer>, access: Access<Viewer>, extent: Extent? = nil,
    order: [Order]? = nil, stored: KeyValuePairs<Access<Viewer>, [String]> = [:],
    resolvers: KeyValuePairs<String, Resolver<Viewer>> = [:]
  ) {
    self.init(
      typeName, table: original.table, key: original.key, scope: scope, visibility: .wholeScope, extent: extent ?? original.extent,
      order: order ?? original.order, restriction: original.restriction, isVersioned: original.isVersioned, stored: stored,
      resolvers: resolvers)
    shared = SharedFields(of: original, access: access)
  }

  /// An interface or union whose object types share one table. It has no resolvers: each field is
  /// resolved as the object type of the row resolves it.
  package init(
    abstract typeName: String, table: String, key: String = "id", scope: RowScope<Viewer>,
    visibility: Visibility<Viewer>, extent: Extent, quota: Quota? = nil, order: [Order] = [],
    discriminator: Discriminator
  ) {
    self.typeName = typeName
    self.table = table
    self.origin = .table
    self.key = key
    self.keyType = .uuid
    self.scope = scope
    self.visibility = visibility
    self.extent = extent
    self.quota = quota
    self.order = order
    self.restriction = nil
    self.discriminator = discriminator
    self.isVersioned = true
    self.stored = [:]
    self.cascades = []
    self.resolvers = [:]
  }

  /// An interface or union whose object types each have a table of their own. Its rows are keys: which type, which
  /// row of it, and the columns that a list of them is made, sorted and filtered by. A level of an object's type
  /// reads its selected fields.
  /// - Parameters:
  ///   - name: the name of the rows in statements.
  ///   - parts: all object types, each with the same columns.
  package init(
    union typeName: String, named name: String, scope: RowScope<Viewer>, order: [Order] = [], parts: [Part]
  ) {
    self.typeName = typeName
    self.table = name
    self.origin = .union(parts)
    self.key = "id"
    self.keyType = .uuid
    self.scope = scope
    // Each part's own visibility is part of the union.
    self.visibility = .wholeScope
    self.extent = .unbounded
    self.quota = nil
    self.order = order
    self.restriction = nil
    self.discriminator = Discriminator(
      column: "type", typeNames: Dictionary(parts.map { ($0.typeName, $0.typeName) }) { first, _ in first })
    self.isVersioned = false
    self.stored = [:]
    self.cascades = []
    self.resolvers = [:]
  }

  /// An object type whose rows no table has, such as the days of a week.
  /// - Parameters:
  ///   - name: the name of the rows in statements.
  ///   - keyType: `uuid` or `date`.
  ///   - extent: unbounded where a row is much work: none is computed that no parent wants.
  ///   - repeatsKeys: whether several rows may have one key: lists below them have the same objects.
  ///   - range: the first and the last key, where keys are consecutive: lists below are read by it at once, not key by key.
  ///   - rows: a query for the rows, with the scope's column, over the arguments of the field that leads to them.
  package init(
    computed typeName: String, named name: String, key: String, _ keyType: SQLType, scope: RowScope<Viewer>,
    extent: Extent = .small, repeatsKeys: Bool = false, order: [Order] = [],
    stored: KeyValuePairs<Access<Viewer>, [String]> = [:], resolvers: KeyValuePairs<String, Resolver<Viewer>> = [:],
    keys range: KeyRange? = nil, rows: @escaping @Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL
  ) {
    self.typeName = typeName
    self.table = name
    self.keyRange = range
    self.repeatsKeys = repeatsKeys
    self.origin = .computed(rows)
    self.key = key
    self.keyType = keyType
    self.scope = scope
    self.visibility = .wholeScope
    self.extent = extent
    self.quota = nil
    self.order = order
    self.restriction = nil
    self.discriminator = nil
    self.isVersioned = false
    self.stored = stored
    self.cascades = []
    self.resolvers = resolvers
  }

  /// An interface whose rows are keys that a query gives, with their types in the column `type`: the rows of a page,
  /// or those that someone chose. A level of an object's type reads its selected fields.
  /// - Parameters:
  ///   - name: the name of the rows in statements.
  ///   - rows: a query for the columns `id`, `type`, with an object type or the interface of those that share a table, that of the scope and those of `order`, over the arguments of the field that
  ///     leads to them. It gives no row that the viewer may not see.
  package init(
    keys typeName: String, named name: String, scope: RowScope<Viewer>, order: [Order],
    rows: @escaping @Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL
  ) {
    self.typeName = typeName
    self.table = name
    self.origin = .keys(rows)
    self.key = "id"
    self.keyType = .uuid
    self.scope = scope
    // The query's own.
    self.visibility = .wholeScope
    self.extent = .unbounded
    self.quota = nil
    self.order = order
    self.restriction = nil
    // The types are those that the schema gives the interface.
    self.discriminator = Discriminator(column: "type", typeNames: [:])
    self.isVersioned = false
    self.stored = [:]
    self.cascades = []
    self.resolvers = [:]
  }

  /// An object type whose rows a query gives for the whole scope, such as the lines of report cards.
  /// - Parameters:
  ///   - name: the name of the rows in statements.
  ///   - rows: the query, with the scope's column, over the viewer.
  package init(
    view typeName: String, named name: String, key: String, scope: RowScope<Viewer>, order: [Order],
    stored: KeyValuePairs<Access<Viewer>, [String]>, resolvers: KeyValuePairs<String, Resolver<Viewer>> = [:],
    rows: @escaping @Sendable ((Viewer.Attribute) -> SQL) -> SQL
  ) {
    self.typeName = typeName
    self.table = name
    self.origin = .view(rows)
    self.key = key
    self.keyType = .uuid
    self.scope = scope
    self.visibility = .wholeScope
    self.extent = .unbounded
    self.quota = nil
    self.order = order
    self.restriction = nil
    self.discriminator = nil
    self.isVersioned = false
    self.stored = stored
    self.cascades = []
    self.resolvers = resolvers
  }

  /// The same entity, whose rows are read through those that refer to them.
  package var readThroughRows: Entity {
    var entity = self
    entity.isReadThroughRows = true
    return entity
  }

  /// The same entity, of which viewers of some classes see other rows, with the same columns: accounts without a family have
  /// notifications of their own.
  package func replaced(for viewers: @escaping @Sendable (Viewer.PlanClass) -> Entity?) -> Entity {
    var entity = self
    entity.instead = viewers
    return entity
  }

  /// The entity whose rows viewers of a class see.
  func seen(by planClass: Viewer.PlanClass) -> Entity { instead?(planClass) ?? self }

  /// The same rows as viewers of another scope see them, all of it, through fields that name this entity: see `Resolver.reading`.
  package func seen(in scope: RowScope<Viewer>) -> Entity {
    var entity = self
    (entity.scope, entity.visibility) = (scope, .wholeScope)
    return entity
  }

  /// Rows that are keys, with the types that they lead to.
  func leading(to typeNames: [String]) -> Entity {
    var entity = self
    entity.discriminator?.typeNames = Dictionary(typeNames.map { ($0, $0) }) { first, _ in first }
    return entity
  }

  /// Whether no table has the rows.
  var isComputed: Bool { if case .table = origin { false } else { true } }

  /// Whether a row is the viewer's scope itself, of which there is one: its family.
  var isScope: Bool { key == scope.column && !scope.isList }

  /// The entity of a type, with the columns that statements name.
  init<Type: EntityType<Viewer>>(of type: Type.Type) {
    self = type.entity
    namedColumns = Type.Column.allCases.map(\.rawValue)
  }

  /// The column that a resolver of the entity reads for a field; nil where the column follows from the field's name.
  package func namedColumn(of field: String) -> String? { resolvers.first { $0.key == field }?.value.column }

  /// The table that ties the rows of a list to a row of the entity; nil for other fields.
  package func junction(of field: String) -> Junction<Viewer>? {
    guard case .relation(.toMany(let list))? = resolvers.first(where: { $0.key == field })?.value.kind else { return nil }
    return list.junction
  }

  /// The stored fields, each with the resolver that follows from its place in the schema.
  /// - Parameters:
  ///   - characters: how many characters the texts may have that are much longer than a name or a title, by field.
  ///   - facet: the fields that a facet shares; nil for an entity that is none.
  func storedResolvers(
    in schema: Schema, _ characters: [String: Int], sharing facet: Facet?
  ) -> [(field: String, resolver: Resolver<Viewer>)] {
    func stored(_ field: String, _ access: Access<Viewer>) -> Resolver<Viewer> {
      let place = FieldPlace(schema: schema, typeName: typeName, field: field)
      return .stored(characters: characters[field] ?? place.characters, access: access)
    }
    let fieldsOfOriginal = (facet?.fields ?? []).compactMap { field -> (field: String, resolver: Resolver<Viewer>)? in
      guard let shared, shared.typeName == facet?.original else { return nil }
      return shared.isStored(field) ? (field, stored(field, shared.access)) : shared.column(field).map { (field, $0) }
    }
    return fieldsOfOriginal + self.stored.flatMap { access, fields in fields.map { ($0, stored($0, access)) } }
  }
}
