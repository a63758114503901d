import GraphQL
import SQL

/// Resolves a connection: a page of a list between cursors — GraphQL Cursor Connections Specification (Relay).
///
///     assignmentsConnection(first: 20, after: "…") {
///       edges { cursor node { title } } pageInfo { hasNextPage } totalCount
///     }
///
/// The connection, its edges and its page information have no rows of their own. Edges and nodes are a level, each
/// asked for by itself; what is true of the whole list (how many there are, whether there are more) is a column of the
/// parent's row, and costs nothing where it is not asked for.
struct ConnectionPlanner<Viewer: ViewerContext> {
  private let draft: PlanDraft<Viewer>
  private let group: FieldGroup
  private let definition: FieldType
  /// The column that holds the parent's key; nil when all there are belong to the one parent.
  private let key: String?
  private let parent: RowSet<Viewer>
  private let path: [PathSegment]
  private let arguments: GivenArguments
  private let types: ConnectionTypes
  private let entity: Entity<Viewer>
  private let page: ListPage
  private let bounds: [Bound]

  /// A cursor that the page ends at.
  private struct Bound {
    let argument: String
    /// Whether the page is what stands before it.
    let isEnd: Bool
  }

  init(
    _ draft: PlanDraft<Viewer>, _ group: FieldGroup, _ definition: FieldType, key: String?,
    under parent: RowSet<Viewer>, path: [PathSegment]
  ) throws(PlanRefusal) {
    guard let types = ConnectionTypes(of: definition.type.namedType, in: draft.planner.schema),
      let entity = draft.planner.map.entity(types.node)?.seen(by: draft.planClass)
    else { throw .fault("\(definition.name) is no connection") }
    let arguments = draft.arguments(of: group.first, definition, path: path)
    let isFromEnd = arguments["last"] != nil
    if isFromEnd && arguments["first"] != nil {
      throw draft.refusal(
        GraphQLError("Give \"first\" or \"last\", not both: a page is counted from one end.", code: .badUserInput),
        of: arguments, at: ArgumentPath("last"))
    }
    self.draft = draft
    self.group = group
    self.definition = definition
    self.key = key
    self.parent = parent
    self.path = path
    self.types = types
    self.entity = entity
    self.arguments = arguments
    let size = BindSource<Viewer>.argument(
      of: arguments.planned, at: ArgumentPath(isFromEnd ? "last" : "first"), as: .pageSize)
    page = ListPage(first: size.slot, isFromEnd: isFromEnd, arguments: arguments.planned)
    var bounds: [Bound] = []
    if arguments["after"] != nil { bounds.append(Bound(argument: "after", isEnd: false)) }
    if arguments["before"] != nil { bounds.append(Bound(argument: "before", isEnd: true)) }
    self.bounds = bounds
  }

  /// A page whose rows one field shows, or `pageInfo` alone.
  private struct Page {
    let rows: RowSet<Viewer>
    let place: CursorPlace
  }

  func field(guardValue: RowValue?) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let (origin, parentKey) = draft.listRows(of: entity, under: parent, by: key, page)
    let parts = draft.collector.collect(group.selectionSets, on: types.connection)
    var fields: [ResolvedField<Viewer>?] = []
    var shownPage: Page?
    for part in parts {
      switch part.first.name.value {
      case "__typename": fields.append(draft.typeName(part, types.connection))
      case "edges", "nodes":
        let page = try readPage(origin)
        if shownPage == nil { shownPage = page }
        let content = try part.first.name.value == "edges" ? edges(part, page) : nodes(part, page)
        fields.append(
          ResolvedField(
            group: part, type: try type(of: part, on: types.connection),
            output: .list(ResolvedLevel(rows: page.rows, content: content), parentKey: parentKey)))
      case "totalCount": fields.append(try totalCount(part))
      // Last: it reads the rows of a page that is there anyway, if there is one.
      default: fields.append(nil)
      }
    }
    let ownPage = shownPage == nil && parts.contains(where: needsPage) ? try readPage(origin) : nil
    for (index, part) in parts.enumerated() where fields[index] == nil {
      fields[index] = try pageInfo(part, shownPage ?? ownPage, parentKey)
    }
    let object = ResolvedObject(typeName: types.connection, fields: fields.compactMap(\.self))
    return ResolvedField(
      group: group, type: definition.type, guardValue: guardValue, arguments: arguments.planned,
      output: .connection(
        ResolvedConnection(
          object: object, page: page, parentKey: parentKey,
          cursorPage: ownPage.map { page in
            ResolvedLevel(rows: page.rows, content: .object(ResolvedObject(typeName: entity.typeName, fields: [])))
          })))
  }

  /// Whether a part asks for cursors of the page itself.
  private func needsPage(_ part: FieldGroup) -> Bool {
    part.first.name.value == "pageInfo"
      && draft.collector.collect(part.selectionSets, on: ConnectionTypes.pageInfo)
        .contains { ["startCursor", "endCursor"].contains($0.first.name.value) }
  }

  // MARK: Parts

  private func readPage(_ origin: RowSet<Viewer>.Origin) throws(PlanRefusal) -> Page {
    let start = draft.start(of: entity)
    let filter = try draft.filter(arguments, on: start.source)
    let terms = try draft.order(arguments, of: start.source)
    let order = try cursorOrder(terms)
    let values = zip(terms, order.types).map { RowValue(sql: $0.sql, type: $1) }
    let rows = RowSet(
      start, path: path, under: parent, origin, arguments: draft.noArguments, filter: filter,
      bounds: bounds.map { terms.areBehind(slots(of: $0, order), reversed: $0.isEnd) }, order: terms, values: values)
    return Page(rows: rows, place: CursorPlace(order: order, values: values))
  }

  private func edges(_ part: FieldGroup, _ page: Page) throws(PlanRefusal) -> ResolvedContent<Viewer> {
    let path = path + [.key(part.responseKey)]
    var fields: [ResolvedField<Viewer>] = []
    for field in draft.collector.collect(part.selectionSets, on: types.edge) {
      let output: ResolvedField<Viewer>.Output
      switch field.first.name.value {
      case "__typename":
        fields.append(draft.typeName(field, types.edge))
        continue
      case "cursor": output = .cursor(page.place)
      default:
        let node = try draft.object(
          of: types.node, selecting: field.selectionSets, in: page.rows, path: path + [.key(field.responseKey)])
        output = .embedded(node, ifGiven: nil)
      }
      fields.append(ResolvedField(group: field, type: try type(of: field, on: types.edge), output: output))
    }
    return .object(ResolvedObject(typeName: types.edge, fields: fields))
  }

  private func nodes(_ part: FieldGroup, _ page: Page) throws(PlanRefusal) -> ResolvedContent<Viewer> {
    try draft.content(of: page.rows, selecting: part.selectionSets, path: path + [.key(part.responseKey)])
  }

  /// - Parameter page: nil where no cursor is asked for.
  private func pageInfo(
    _ part: FieldGroup, _ page: Page?, _ parentKey: RowValue?
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let typeName = ConnectionTypes.pageInfo
    var fields: [ResolvedField<Viewer>] = []
    for field in draft.collector.collect(part.selectionSets, on: typeName) {
      let type = try type(of: field, on: typeName)
      switch field.first.name.value {
      case "__typename": fields.append(draft.typeName(field, typeName))
      case "startCursor", "endCursor":
        guard let page else { throw .fault("\(definition.name) has no page for its cursors") }
        let isLast = field.first.name.value == "endCursor"
        fields.append(
          ResolvedField(
            group: field, type: type,
            output: .pageCursor(of: page.rows, page.place, parentKey: parentKey, isLast: isLast)))
      default: fields.append(try hasMore(field, type))
      }
    }
    return ResolvedField(
      group: part, type: try type(of: part, on: types.connection),
      output: .pageInfo(ResolvedObject(typeName: typeName, fields: fields)))
  }

  // MARK: Columns of the parent

  /// How many objects there are, whatever page is asked for.
  ///
  ///     (SELECT count(*)::int4 FROM assignments assignments_listed
  ///      WHERE assignments_listed.family_id = $1 AND assignments_listed.student_id = members_1.id)
  private func totalCount(_ part: FieldGroup) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let listed = try listed()
    let count = RowValue(sql: "(SELECT count(*)::int4 FROM \(listed.rows()))", type: .int4)
    return ResolvedField(
      group: part, type: try type(of: part, on: types.connection), scans: .scan(of: entity) + listed.scans,
      operands: listed.operands, output: .leaf(count, .int4))
  }

  /// `HasNextPage` and `HasPreviousPage`. On the side that the page is counted towards: whether there are more between
  /// the cursors than the page has. On the other: whether there is anything up to the cursor that the page starts from.
  private func hasMore(_ part: FieldGroup, _ type: TypeReference) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let atEnd = part.first.name.value == "hasNextPage"
    let isCountedTowards = atEnd != page.isFromEnd
    let start = bounds.first { $0.isEnd == atEnd }
    if !isCountedTowards && start == nil {
      return ResolvedField(group: part, type: type, output: .leaf(RowValue(sql: "false", type: .bool), .bool))
    }
    let listed = try listed()
    let order = try draft.order(arguments, of: listed.row)
    let cursorOrder = try cursorOrder(order)
    func isInside(_ bound: Bound) -> SQL { order.areBehind(slots(of: bound, cursorOrder), reversed: bound.isEnd) }
    let rows: SQL =
      if !isCountedTowards, let start {
        listed.rows(["(\(isInside(start))) IS NOT TRUE"])
      } else {
        "\(listed.rows(bounds.map(isInside))) OFFSET \(page.first)"
      }
    let exists = RowValue(sql: "EXISTS (SELECT 1 FROM \(rows))", type: .bool)
    return ResolvedField(
      group: part, type: type, scans: listed.scans, operands: listed.operands, output: .leaf(exists, .bool))
  }

  /// The rows of the list, as the parent's columns look at them.
  private struct Listed {
    let row: EntityRow<Viewer>
    let conditions: [SQL]
    let scans: ScanCost
    let operands: [SQL.Slot]

    /// As `FROM` and `WHERE` name them. Without conditions only where a test has switched off what puts them there.
    func rows(_ more: [SQL] = []) -> SQL {
      let all = conditions + more
      return all.isEmpty ? row.table : "\(row.table) WHERE \(all.joined(separator: " AND "))"
    }
  }

  private func listed() throws(PlanRefusal) -> Listed {
    let row = draft.row(of: entity, as: "\(entity.table)_listed")
    var conditions = row.conditions
    let ties = key.map { row.link($0, to: parent.source, parent.entity.key) } ?? []
    for condition in ties where !conditions.contains(condition) {
      conditions.append(condition)
    }
    let filter = try draft.filter(arguments, on: row)
    if let condition = filter?.condition { conditions.append(condition) }
    return Listed(
      row: row, conditions: conditions, scans: filter?.cost ?? ScanCost(), operands: filter?.operands ?? [])
  }

  // MARK: Cursors

  private func slots(of bound: Bound, _ order: CursorOrder) -> [SQL.Slot] {
    order.types.indices.map { position in
      BindSource<Viewer>.cursor(of: arguments.planned, name: bound.argument, position: position, order: order).slot
    }
  }

  private func cursorOrder(_ terms: [OrderTerm]) throws(PlanRefusal) -> CursorOrder {
    guard let order = CursorOrder(terms, of: entity.typeName) else {
      throw .fault("\(definition.name) is ordered by what no field shows")
    }
    return order
  }

  private func type(of part: FieldGroup, on typeName: String) throws(PlanRefusal) -> TypeReference {
    let name = part.first.name.value
    if name == "__typename" { return .nonNull(.named("String")) }
    guard let field = draft.planner.schema.field(name, of: typeName) else {
      throw .fault("\(typeName) has no field \(name)")
    }
    return field.type
  }
}
