import GraphQL
import SQL

/// Plans a connection: a page of a list between cursors — GraphQL Cursor Connections Specification (Relay).
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
  private let parent: LevelBuilder<Viewer>
  private let path: [PathSegment]
  private let request: PlanDraft<Viewer>.ListRequest
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
    under parent: LevelBuilder<Viewer>, path: [PathSegment]
  ) throws(PlanRefusal) {
    let field = group.first
    func isGiven(_ name: String) -> Bool { draft.given(name, of: field, definition) != nil }
    guard let types = ConnectionTypes(of: definition.type.namedType, in: draft.planner.schema),
      let entity = draft.planner.map.entity(types.node)
    else { throw .fault("\(definition.name) is no connection") }
    let list = draft.plannedArguments(field, definition, path: path)
    let isFromEnd = isGiven("last")
    if isFromEnd && isGiven("first") {
      throw draft.refusal(
        GraphQLError("Give \"first\" or \"last\", not both: a page is counted from one end.", code: .badUserInput),
        of: list, at: ArgumentPath("last"))
    }
    self.draft = draft
    self.group = group
    self.definition = definition
    self.key = key
    self.parent = parent
    self.path = path
    self.types = types
    self.entity = entity
    request = PlanDraft.ListRequest(list: list, field: field, definition: definition)
    let size = draft.slots.slot(
      for: .argument(list: list, at: ArgumentPath(isFromEnd ? "last" : "first"), as: .pageSize))
    page = ListPage(first: size, isFromEnd: isFromEnd, arguments: list)
    var bounds: [Bound] = []
    if isGiven("after") { bounds.append(Bound(argument: "after", isEnd: false)) }
    if isGiven("before") { bounds.append(Bound(argument: "before", isEnd: true)) }
    self.bounds = bounds
  }

  func field(guardColumn: Int?) throws(PlanRefusal) -> PlannedField {
    let (rows, parentColumn) = draft.listRows(of: entity, under: parent, by: key, page)
    let pages = ConnectionPages(parentColumn: parentColumn) { () throws(PlanRefusal) in
      try openPage(rows)
    }
    var fields: [PlannedField?] = []
    var pageInfos: [(index: Int, group: FieldGroup)] = []
    for part in draft.collector.collect(group.selectionSets, on: types.connection) {
      switch part.first.name.value {
      case "__typename": fields.append(draft.typeName(part, types.connection))
      case "edges": fields.append(try edges(part, pages))
      case "nodes": fields.append(try nodes(part, pages))
      case "totalCount": fields.append(try totalCount(part))
      default:
        // Last: it reads the rows of a page that is there anyway, if there is one.
        pageInfos.append((fields.count, part))
        fields.append(nil)
      }
    }
    for (index, group) in pageInfos { fields[index] = try pageInfo(group, pages) }
    return draft.planned(
      group, type: definition.type, guardColumn: guardColumn,
      output: .embedded(ObjectShape(typeName: types.connection, fields: fields.compactMap(\.self)), ifGiven: nil))
  }

  // MARK: Parts

  private func openPage(_ rows: LevelBuilder<Viewer>.Rows) throws(PlanRefusal) -> ConnectionPages<Viewer>.Page {
    let level = draft.open(entity, rows, under: parent, path: path)
    if let filter = try draft.filter(request, on: level.source) { level.add(filter) }
    level.order = try draft.order(request, of: level.source)
    let order = try cursorOrder(level.order)
    for bound in bounds {
      level.conditions.append(
        level.order.areBehind(slots(of: bound, order), reversed: bound.isEnd))
    }
    level.content = .object(ObjectShape(typeName: entity.typeName, fields: []))
    let columns = zip(level.order, order.types).map { level.column($0.sql, $1) }
    return .init(level: level, layout: CursorLayout(order: order, columns: columns))
  }

  private func edges(
    _ part: FieldGroup, _ pages: ConnectionPages<Viewer>
  ) throws(PlanRefusal) -> PlannedField {
    let page = try pages.next()
    let path = path + [.key(part.responseKey)]
    var fields: [PlannedField] = []
    for field in draft.collector.collect(part.selectionSets, on: types.edge) {
      let type = try type(of: field, on: types.edge)
      switch field.first.name.value {
      case "__typename": fields.append(draft.typeName(field, types.edge))
      case "cursor": fields.append(draft.planned(field, type: type, output: .cursor(page.layout)))
      default:
        let node = try draft.shape(
          of: types.node, selecting: field.selectionSets, in: page.level, path: path + [.key(field.responseKey)])
        fields.append(draft.planned(field, type: type, output: .embedded(node, ifGiven: nil)))
      }
    }
    page.level.content = .object(ObjectShape(typeName: types.edge, fields: fields))
    return draft.planned(
      part, type: try type(of: part, on: types.connection),
      output: .list(level: page.level.index, parentColumn: pages.parentColumn))
  }

  private func nodes(
    _ part: FieldGroup, _ pages: ConnectionPages<Viewer>
  ) throws(PlanRefusal) -> PlannedField {
    let page = try pages.next()
    page.level.content = try draft.content(
      of: page.level, selecting: part.selectionSets, path: path + [.key(part.responseKey)])
    return draft.planned(
      part, type: try type(of: part, on: types.connection),
      output: .list(level: page.level.index, parentColumn: pages.parentColumn))
  }

  private func pageInfo(
    _ part: FieldGroup, _ pages: ConnectionPages<Viewer>
  ) throws(PlanRefusal) -> PlannedField {
    let typeName = ConnectionTypes.pageInfo
    var fields: [PlannedField] = []
    for field in draft.collector.collect(part.selectionSets, on: typeName) {
      let type = try type(of: field, on: typeName)
      let output: PlannedField.Output
      switch field.first.name.value {
      case "__typename":
        fields.append(draft.typeName(field, typeName))
        continue
      case "startCursor", "endCursor":
        let page = try pages.any()
        output = .pageCursor(
          level: page.level.index, parentColumn: pages.parentColumn, page.layout,
          isLast: field.first.name.value == "endCursor")
      case "hasNextPage": output = .leaf(column: parent.column(try hasMore(atEnd: true), .bool), .bool)
      default: output = .leaf(column: parent.column(try hasMore(atEnd: false), .bool), .bool)
      }
      fields.append(draft.planned(field, type: type, output: output))
    }
    return draft.planned(
      part, type: try type(of: part, on: types.connection),
      output: .embedded(ObjectShape(typeName: typeName, fields: fields), ifGiven: nil))
  }

  // MARK: Columns of the parent

  /// How many objects there are, whatever page is asked for.
  ///
  ///     (SELECT count(*)::int4 FROM assignments assignments_listed
  ///      WHERE assignments_listed.family_id = $1 AND assignments_listed.student_id = members_1.id)
  private func totalCount(_ part: FieldGroup) throws(PlanRefusal) -> PlannedField {
    let (row, conditions) = try listed()
    parent.columnScans += .scan(of: entity)
    // Without conditions only where a test has switched off what puts them there.
    let filter: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let count: SQL = "(SELECT count(*)::int4 FROM \(row.table)\(filter))"
    return draft.planned(
      part, type: try type(of: part, on: types.connection), output: .leaf(column: parent.column(count, .int4), .int4))
  }

  /// `HasNextPage` and `HasPreviousPage`. On the side that the page is counted towards: whether there are more between
  /// the cursors than the page has. On the other: whether there is anything up to the cursor that the page starts from.
  private func hasMore(atEnd: Bool) throws(PlanRefusal) -> SQL {
    let isCountedTowards = atEnd != page.isFromEnd
    let start = bounds.first { $0.isEnd == atEnd }
    if !isCountedTowards && start == nil { return "false" }
    let (row, conditions) = try listed()
    let order = try draft.order(request, of: row)
    let cursorOrder = try cursorOrder(order)
    func exists(_ conditions: [SQL], _ rest: SQL = "") -> SQL {
      let filter: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      return "EXISTS (SELECT 1 FROM \(row.table)\(filter)\(rest))"
    }
    func isInside(_ bound: Bound) -> SQL { order.areBehind(slots(of: bound, cursorOrder), reversed: bound.isEnd) }
    if !isCountedTowards, let start { return exists(conditions + ["(\(isInside(start))) IS NOT TRUE"]) }
    return exists(conditions + bounds.map(isInside), " OFFSET \(page.first)")
  }

  /// A row of the list, as the parent's columns look at it, and what holds for it.
  private func listed() throws(PlanRefusal) -> (EntityRow<Viewer>, [SQL]) {
    let row = draft.row(of: entity, as: "\(entity.table)_listed")
    var conditions = row.conditions
    let ties = key.map { row.link($0, to: parent.source, parent.entity.key) } ?? []
    for condition in ties where !conditions.contains(condition) {
      conditions.append(condition)
    }
    if let filter = try draft.filter(request, on: row) {
      conditions.append(filter.condition)
      parent.columnScans += filter.cost
    }
    return (row, conditions)
  }

  // MARK: Cursors

  private func slots(of bound: Bound, _ order: CursorOrder) -> [SQL.Slot] {
    order.types.indices.map { position in
      draft.slots.slot(for: .cursor(list: request.list, name: bound.argument, position: position, order: order))
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

/// The levels that read a page of a connection: one for each field that shows its rows, and at least one where
/// something is asked that only the rows can say.
final class ConnectionPages<Viewer: ViewerContext> {
  struct Page {
    let level: LevelBuilder<Viewer>
    let layout: CursorLayout
  }

  let parentColumn: Int?
  private let open: () throws(PlanRefusal) -> Page
  private var first: Page?

  init(parentColumn: Int?, open: @escaping () throws(PlanRefusal) -> Page) {
    self.parentColumn = parentColumn
    self.open = open
  }

  /// A page whose rows nobody shows yet.
  func next() throws(PlanRefusal) -> Page {
    let page = try open()
    if first == nil { first = page }
    return page
  }

  /// A page whoever shows its rows.
  func any() throws(PlanRefusal) -> Page {
    if let first { return first }
    return try next()
  }
}
