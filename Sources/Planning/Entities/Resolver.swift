package import GraphQL
package import SQL

/// How a field gets its value, for a whole level of rows at once, and who may see it.
///
/// A resolver contributes a value of each row of its level, or a level of its own: the children of all parents, read by
/// one statement. There is no resolver that runs once an object.
package struct Resolver<Viewer: ViewerContext>: Sendable {
  enum Kind: Sendable {
    case value(SQLType, @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL)
    case relation(Relation)
    case connection(key: String?)
    case connectionPart
    case summary(SummaryField)
    case node(argument: String)
    case mutation(Mutation<Viewer>)
    case payload(PayloadField)
    /// Follows from the field's place in the schema: the map has the kind that it gives. Nil where nothing follows.
    case declared(@Sendable (FieldPlace) -> Kind?)
  }

  /// Other rows: a level of their own.
  enum Relation: Sendable {
    case toOne(foreignKey: String)
    /// The object that a way of to-one relations leads to.
    case through([String])
    /// The object that has this row's values in some columns.
    case matching([String])
    case toMany(ChildList)
    case all(bounds: ListBounds, condition: Condition?)
    case lookup(LookupKey)
    /// Rows that a mutation changed, in the order in which it names them.
    case changedList(String, most: Int)

    var isList: Bool {
      switch self {
      case .toMany, .all, .changedList: true
      case .toOne, .through, .matching, .lookup: false
      }
    }
  }

  /// The rows that hold a parent's key.
  struct ChildList: Sendable {
    /// The column with the key.
    let key: String
    /// The table that has the column; nil where the rows do.
    var junction: Junction<Viewer>?
    /// The condition that ties the rows to the parent where no column has its key; nil elsewhere.
    var tie: RowTie<Viewer>?
    let bounds: ListBounds
    let condition: Condition?
  }

  /// Aggregates over rows, and the fields of their objects.
  enum SummaryField: Sendable {
    case summary(of: String, key: String)
    case measure(Measure)
    /// An expression over the objects, of a type, and the field that it is about.
    case aggregate(SQLType, over: String, @Sendable (RowReference<Viewer>) -> SQL)
    case groups(GroupKey, weekStart: WeekStart?)
    case groupKey
  }

  /// The fields of a payload that are no changed rows.
  enum PayloadField: Hashable, Sendable {
    case changedKey(String)
    case changedKeys(String)
    case given(String)
    case part(ifGiven: String?)
  }

  /// The source of the key of the one row that a lookup reads.
  enum LookupKey: Sendable {
    case argument(String)
    case viewer(Viewer.Attribute)
    case changed(String)
    /// The row that a changed one refers to.
    case reference(from: String, of: String, by: String)
    /// The row that has a changed one's values in some columns, its key among them.
    case matching(from: String, of: String, [String])
    case expression(@Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL)
  }

  /// The condition on rows of a list besides being visible; nil for none.
  package typealias Condition = @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL?

  /// The day that weeks start with, for a viewer: a number from 1, Monday, to 7.
  package typealias WeekStart = @Sendable (RowReference<Viewer>) -> SQL

  let kind: Kind
  let access: Access<Viewer>
  /// About how many characters a value has that is text: what searching it costs.
  var characters = 100
  /// How a list is ordered where the request does not say; nil as the entity is.
  var order: [Entity<Viewer>.Order]?
  /// The requirement that an argument has to meet for each row; nil where any value will do.
  var requirement: ArgumentRequirement<Viewer>?
  /// The column that the value is of, or the key of the object; nil if no column of the row is.
  var column: String?
  /// The entity as whose rows the objects are read; nil as those of their type.
  var target: Entity<Viewer>?
  /// The form of an address, whose value is bytes; nil for all other values.
  var addressForm: AddressForm?

  /// The column that the field's name and type stand for: `due_date`, a `date`, for `dueDate: Date`. For a field that
  /// leads to another object, the reference to it: `student_id` for `student: Student`.
  /// - Parameter characters: how many a value may have.
  static func stored(characters: Int, access: Access<Viewer>) -> Resolver {
    let kind = Kind.declared { place in
      guard let type = place.definition?.type else { return nil }
      if !place.schema.isLeaf(type.namedType) { return .relation(.toOne(foreignKey: "\(place.column)_id")) }
      let column = place.column
      return SQLType(storing: type, in: place.schema).map { .value($0) { row, _ in row[column] } }
    }
    return Resolver(kind: kind, access: access, characters: characters)
  }

  /// The same resolver, for an argument that has to fit the row.
  /// - Parameters:
  ///   - message: the error message where it does not.
  ///   - code: the error's code.
  ///   - condition: whether it fits. Null is no.
  package func requiring(
    _ argument: String, _ message: String, code: ErrorCode = .badUserInput,
    _ condition: @escaping @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL
  ) -> Resolver {
    var resolver = self
    resolver.requirement = ArgumentRequirement(argument: argument, message: message, code: code, condition: condition)
    return resolver
  }

  /// The same relation to objects that are read as rows of another entity of their type, which other viewers see: the files of a
  /// school, which its people see through rows that use them.
  package func reading(_ entity: Entity<Viewer>) -> Resolver {
    var resolver = self
    resolver.target = entity
    return resolver
  }

  /// The format of its values in answers; nil when no value of the SQL type can stand for the GraphQL type.
  func format(of type: SQLType, as leaf: TypeReference, in schema: Schema) -> LeafFormat? {
    guard let addressForm else { return LeafFormat(type, as: leaf, in: schema) }
    return type == .bytea && LeafFormat(.text, as: leaf, in: schema) == .text ? .address(addressForm) : nil
  }

  /// The same resolver where it stands in the schema.
  func resolved(at place: FieldPlace) -> Resolver {
    guard case .declared(let derive) = kind, let kind = derive(place) else { return self }
    var resolver = Resolver(kind: kind, access: access, characters: characters, order: order)
    switch kind {
    case .relation(.toOne(let foreignKey)): resolver.column = foreignKey
    case .value: resolver.column = place.column
    default: break
    }
    return resolver
  }

  /// A column of another name or type than the field's.
  package static func column(_ name: String, _ type: SQLType, access: Access<Viewer>) -> Resolver {
    var resolver = Resolver(kind: .value(type) { row, _ in row[name] }, access: access)
    resolver.column = name
    return resolver
  }

  /// An SQL expression over the row, the field's arguments and the viewer.
  /// - Parameter type: the type that PostgreSQL gives the expression.
  package static func expression(
    _ type: SQLType, access: Access<Viewer>,
    _ sql: @escaping @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL
  ) -> Resolver {
    Resolver(kind: .value(type, sql), access: access)
  }

  /// An address of this server, from the bytes that an SQL expression gives. Null where it gives none.
  package static func address(
    _ form: AddressForm, access: Access<Viewer>,
    _ sql: @escaping @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL
  ) -> Resolver {
    var resolver = Resolver(kind: .value(.bytea, sql), access: access)
    resolver.addressForm = form
    return resolver
  }

  /// The object whose key this row holds in the column `foreignKey`.
  package static func toOne(foreignKey: String, access: Access<Viewer>) -> Resolver {
    var resolver = Resolver(kind: .relation(.toOne(foreignKey: foreignKey)), access: access)
    resolver.column = foreignKey
    return resolver
  }

  /// The object that a way of to-one relations leads to: the subject of the course of an assignment. Null where the way
  /// ends before.
  package static func toOne(through way: [String], access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.through(way)), access: access)
  }

  /// The object that has this row's values in some columns, of a type whose rows are told apart by more than their key: what a
  /// student's work in a course comes to, of each assignment. Null where a column of this row is.
  /// - Parameter columns: `uuid`s, of the same name in both.
  package static func toOne(matching columns: [String], access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.matching(columns)), access: access)
  }

  /// The objects that hold this row's key in a column, ordered and bounded by the arguments `first` and `offset` of the
  /// field.
  /// - Parameters:
  ///   - key: the column; nil for the one with this type's name, such as `student_id` of what a `Student` has.
  ///   - order: how, where the request does not say; nil as the entity is. The key comes last by itself.
  ///   - bounds: the arguments that bound the list.
  ///   - condition: which of them, over the row and the field's arguments; nil for all.
  package static func toMany(
    key: String? = nil, access: Access<Viewer>, order: [Entity<Viewer>.Order]? = nil, bounds: ListBounds = .page,
    where condition: Condition? = nil
  ) -> Resolver {
    Resolver(
      kind: .declared { place in
        (key ?? place.parentKey).map { .relation(.toMany(ChildList(key: $0, bounds: bounds, condition: condition))) }
      }, access: access, order: order)
  }

  /// The objects that rows of another type tie to this one: many to many.
  /// - Parameters:
  ///   - link: the type of the rows that tie them. Nothing else is read of them.
  ///   - parentKey: its column with this row's key.
  ///   - childKey: its column with the key of an object of the list.
  package static func toMany<Link: EntityType<Viewer>>(
    through link: Link.Type, from parentKey: Link.Column, to childKey: Link.Column, access: Access<Viewer>
  ) -> Resolver {
    let junction = Junction(entity: link.entity, parentKey: parentKey.rawValue, childKey: childKey.rawValue)
    let list = ChildList(key: parentKey.rawValue, junction: junction, bounds: .page, condition: nil)
    return Resolver(kind: .relation(.toMany(list)), access: access)
  }

  /// The objects that a condition over columns of this row ties to it: the events of a day. An object may stand in several lists.
  /// - Parameters:
  ///   - columns: the columns of this row that the condition names: ids and days.
  ///   - order: how, where the request does not say; nil as the entity is.
  ///   - condition: over an object, and the columns by their names.
  package static func toMany(
    given columns: KeyValuePairs<String, SQLType>, access: Access<Viewer>, order: [Entity<Viewer>.Order]? = nil,
    where condition: @escaping RowTie<Viewer>.Condition
  ) -> Resolver {
    var list = ChildList(key: "id", bounds: .page, condition: nil)
    list.tie = RowTie(columns: columns.map { (name: $0, type: $1) }, condition: condition)
    return Resolver(kind: .relation(.toMany(list)), access: access, order: order)
  }

  /// All objects that the viewer can see, ordered and bounded by the arguments of the field. For the root, and for
  /// types of which a viewer has one row.
  /// - Parameter condition: which of them, over the row and the field's arguments; nil for all.
  package static func all(bounds: ListBounds = .page, access: Access<Viewer>, where condition: Condition? = nil) -> Resolver {
    Resolver(kind: .relation(.all(bounds: bounds, condition: condition)), access: access)
  }

  /// The object whose key is the argument `argument`; null when the viewer's scope has no such row, and
  /// when the argument is no key at all.
  package static func lookup(by argument: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.lookup(.argument(argument))), access: access)
  }

  /// The object whose key an SQL expression gives; null when it gives none that the viewer can see.
  package static func lookup(
    access: Access<Viewer>,
    key: @escaping @Sendable (ArgumentReferences, (Viewer.Attribute) -> SQL) -> SQL
  ) -> Resolver {
    Resolver(kind: .relation(.lookup(.expression(key))), access: access)
  }

  /// The object whose key is a value of the viewer, such as its own family. Null without one.
  package static func own(_ attribute: Viewer.Attribute, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.lookup(.viewer(attribute))), access: access)
  }

  /// A field of the mutation type: changes rows, and gives a payload — an object of its own whose fields are
  /// `changed` rows and `changedKey`s.
  /// - Parameter endedSessions: the viewer's sessions that it ends.
  package static func mutation(
    access: Access<Viewer>, ending endedSessions: EndedSessions = .none, _ change: @escaping Mutation<Viewer>.KeyChange
  ) -> Resolver {
    Resolver(kind: .mutation(Mutation(ending: endedSessions, change)), access: access)
  }

  /// A field of the mutation type that changes one row, in one round trip where one statement is enough.
  package static func write(access: Access<Viewer>, _ write: @escaping Mutation<Viewer>.Write) -> Resolver {
    Resolver(kind: .mutation(Mutation(write)), access: access)
  }

  /// A field of the mutation type that has something to do before its transaction, that gives values which are in no
  /// row, or whose answer is for another viewer than the sender.
  /// - Parameters:
  ///   - changesViewer: whether the answer may be for another viewer. The selected fields of the payload are read with
  ///   the rights of that viewer; the access rule applies to the one who asked.
  ///   - limit: how often it may be tried.
  ///   - isAttempt: whether it tries a secret: with a limit it always counts as that. A request has at most one of these
  ///     fields.
  ///   - endedSessions: the viewer's sessions that it ends.
  package static func mutation(
    access: Access<Viewer>, changesViewer: Bool = false, limit: AttemptLimit? = nil, isAttempt: Bool = false,
    ending endedSessions: EndedSessions = .none, preparing prepare: @escaping Mutation<Viewer>.Preparation
  ) -> Resolver {
    let mutation = Mutation(
      prepare: prepare, limit: limit, isAttempt: isAttempt, changesViewer: changesViewer, ending: endedSessions)
    return Resolver(kind: .mutation(mutation), access: access)
  }

  /// The same for a mutation whose preparation asks the database.
  package static func mutation(
    access: Access<Viewer>, changesViewer: Bool = false, limit: AttemptLimit? = nil, isAttempt: Bool = false,
    ending endedSessions: EndedSessions = .none, lookingUp prepare: @escaping Mutation<Viewer>.LookupPreparation
  ) -> Resolver {
    let mutation = Mutation(
      preparing: prepare, limit: limit, isAttempt: isAttempt, changesViewer: changesViewer, ending: endedSessions)
    return Resolver(kind: .mutation(mutation), access: access)
  }

  /// A field of the mutation type that is done as what the viewer is at its places. The answer is for the viewer that the change
  /// names, which knows them.
  /// - Parameter limit: how often it may be tried.
  package static func placeMutation(
    access: Access<Viewer>, limit: AttemptLimit? = nil, preparing prepare: @escaping Mutation<Viewer>.Preparation
  ) -> Resolver {
    var mutation = Mutation<Viewer>(prepare: prepare, limit: limit, changesViewer: true)
    mutation.isStaffMutation = true
    return Resolver(kind: .mutation(mutation), access: access)
  }

  /// The same mutation, whose payload has lists of changed rows.
  /// - Parameter most: the maximum number of rows in each.
  package func listing(atMost most: Int) -> Resolver {
    guard case .mutation(var mutation) = kind else { preconditionFailure("a mutation alone has a payload") }
    mutation.maximumListed = most
    return Resolver(kind: .mutation(mutation), access: access)
  }

  /// A field of a payload: the object that the mutation changed and calls `name`, as it is now.
  package static func changed(_ name: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.lookup(.changed(name))), access: access)
  }

  /// A field of a payload: the objects that the mutation changed and calls `name`, as they are now, in its order.
  /// Deleted objects are left out.
  /// - Parameter most: the maximum number of objects.
  package static func changedList(_ name: String, atMost most: Int, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .relation(.changedList(name, most: most)), access: access)
  }

  /// A field of a payload: the object that a changed one refers to, as both are now.
  /// - Parameters:
  ///   - name: the mutation's name for the changed object.
  ///   - type: the type of the changed object.
  ///   - foreignKey: its column that refers to this one.
  package static func changed<Type: EntityType<Viewer>>(
    _ name: String, of type: Type.Type, by foreignKey: Type.Column, access: Access<Viewer>
  ) -> Resolver {
    let reference = LookupKey.reference(from: name, of: type.entity.typeName, by: foreignKey.rawValue)
    return Resolver(kind: .relation(.lookup(reference)), access: access)
  }

  /// A field of a payload: the object that has a changed one's values in some columns, as both are now.
  /// - Parameters:
  ///   - name: the mutation's name for the changed object.
  ///   - type: the type of the changed object.
  ///   - columns: the columns, of the same name in both. One is the key of this object.
  package static func changed<Type: EntityType<Viewer>>(
    _ name: String, of type: Type.Type, matching columns: [Type.Column], access: Access<Viewer>
  ) -> Resolver {
    let key = LookupKey.matching(from: name, of: type.entity.typeName, columns.map(\.rawValue))
    return Resolver(kind: .relation(.lookup(key)), access: access)
  }

  /// A field of a payload: the key that the mutation calls `name`, such as that of a deleted object.
  package static func changedKey(_ name: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .payload(.changedKey(name)), access: access)
  }

  /// A field of a payload: the keys that the mutation calls `name`, such as those of deleted objects.
  package static func changedKeys(_ name: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .payload(.changedKeys(name)), access: access)
  }

  /// The objects that hold this row's key in a column, a page at a time between opaque cursors: a connection of the
  /// Relay specification, with edges, nodes, page information and a total count. Its parts carry its rule.
  /// - Parameter key: the column; nil for the one with this type's name.
  package static func connection(key: String? = nil, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .declared { place in (key ?? place.parentKey).map { .connection(key: $0) } }, access: access)
  }

  /// All objects that the viewer can see, as a connection: for types of which a viewer has one row.
  package static func connectionOfAll(access: Access<Viewer>) -> Resolver {
    Resolver(kind: .connection(key: nil), access: access)
  }

  /// Aggregates over the objects of a type that hold this row's key in a column: an object whose fields are measures, and
  /// lists of groups.
  /// - Parameter key: the column; nil for the one with this type's name.
  package static func summary<Type: EntityType<Viewer>>(
    of type: Type.Type, key: Type.Column? = nil, access: Access<Viewer>
  ) -> Resolver {
    let name = type.entity.typeName
    return Resolver(
      kind: .declared { place in (key?.rawValue ?? place.parentKey).map { .summary(.summary(of: name, key: $0)) } },
      access: access)
  }

  /// A field of a summary or one of its groups: a number over all its objects.
  package static func measure(_ measure: Measure, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .summary(.measure(measure)), access: access)
  }

  /// A field of a summary or one of its groups: an expression of aggregates over all its objects, null where there is
  /// none.
  /// - Parameters:
  ///   - field: the field that it is about, whose access rule applies.
  ///   - sql: the expression over a row of the objects.
  package static func aggregate(
    _ type: SQLType, over field: String, access: Access<Viewer>, _ sql: @escaping @Sendable (RowReference<Viewer>) -> SQL
  ) -> Resolver {
    Resolver(kind: .summary(.aggregate(type, over: field, sql)), access: access)
  }

  /// A field of a summary: its objects grouped by a key, one group for each of its values.
  /// - Parameter weekStart: the first day of groups by week; nil for Monday.
  package static func groups(by key: GroupKey, weekStart: WeekStart? = nil, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .summary(.groups(key, weekStart: weekStart)), access: access)
  }

  /// A field of a group: the key that its objects have in common.
  package static func groupKey(access: Access<Viewer>) -> Resolver {
    Resolver(kind: .summary(.groupKey), access: access)
  }

  /// The object of any type that has the key in the argument `argument`; a list of objects for a list of keys, in
  /// their order. Null when the viewer's scope has no such row.
  package static func node(by argument: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .node(argument: argument), access: access)
  }

  /// A field of a payload: the value that the mutation calls `name`, such as a token. Null where the mutation
  /// returned none.
  package static func given(_ name: String, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .payload(.given(name)), access: access)
  }

  /// A field of a payload: an object of its own, whose fields are as those of the payload.
  /// - Parameter name: a value without which the whole object is null; nil when the object is always there.
  package static func part(ifGiven name: String? = nil, access: Access<Viewer>) -> Resolver {
    Resolver(kind: .payload(.part(ifGiven: name)), access: access)
  }
}
