import GraphQL
import SQL

/// The second pass of planning: gives each value of a resolved operation a column, each level a statement, and each bind
/// a slot. Nothing is decided here about who may see what.
struct PlanLayout<Viewer: ViewerContext> {
  private var levels: [LevelLayout<Viewer>] = []
  private var slots = SlotTable<Viewer>()

  private init() {}

  /// The plan of an operation.
  static func plan(
    _ resolved: ResolvedObject<Viewer>, of operation: Operation, in schema: Schema
  ) -> QueryPlan<Viewer> {
    var layout = PlanLayout()
    let root = layout.object(resolved, in: nil)
    let statements = layout.statements()
    let levels = layout.finishedLevels()
    return QueryPlan(
      shape: ResponseShape(operation: operation, schema: schema, root: root, levels: levels.map(\.shape)),
      statements: statements, levels: levels, slots: layout.slots.slots, arguments: layout.slots.arguments,
      rootCost: root.valueCount)
  }

  // MARK: Columns

  private mutating func object(_ object: ResolvedObject<Viewer>, in level: LevelLayout<Viewer>?) -> ObjectShape {
    var fields: [PlannedField] = []
    for resolved in object.fields { fields.append(field(resolved, in: level)) }
    return ObjectShape(typeName: object.typeName, fields: fields)
  }

  private mutating func field(_ field: ResolvedField<Viewer>, in level: LevelLayout<Viewer>?) -> PlannedField {
    if let arguments = field.arguments { slots.add(arguments) }
    for operand in field.operands { slots.add(operand) }
    level?.valueScans += field.scans
    let guardColumn = field.guardValue.map { column($0, in: level) }
    return PlannedField(
      field.group, type: field.type, guardColumn: guardColumn, refusal: field.refusal,
      output: output(field.output, in: level))
  }

  private mutating func output(
    _ output: ResolvedField<Viewer>.Output, in level: LevelLayout<Viewer>?
  ) -> PlannedField.Output {
    switch output {
    case .constant(let answer): return answer
    case .leaf(let value, let format): return .leaf(column: column(value, in: level), format)
    case .object(let target, let parentKey):
      let parentColumn = parentKey.map { column($0, in: level) }
      return .object(level: add(target), parentColumn: parentColumn)
    case .list(let target, let parentKey):
      let parentColumn = parentKey.map { column($0, in: level) }
      return .list(level: add(target), parentColumn: parentColumn)
    case .cursor(let place): return .cursor(cursor(place, in: level))
    case .pageCursor(let page, let place, let parentKey, let isLast):
      return .pageCursor(
        level: page.number, parentColumn: parentKey.map { column($0, in: level) },
        cursor(place, in: levels[page.number]), isLast: isLast)
    case .node(let targets): return .node(levels: targets.map { add($0) })
    case .nodes(let targets, let arguments, let argument):
      return .nodes(levels: targets.map { add($0) }, arguments, argument: argument)
    case .embedded(let object, let name): return .embedded(self.object(object, in: level), ifGiven: name)
    case .pageInfo(let object): return .embedded(self.object(object, in: level), ifGiven: nil)
    case .connection(let connection): return .embedded(self.connection(connection, in: level), ifGiven: nil)
    }
  }

  /// Its `pageInfo` comes last, wherever it stands: it reads the rows of a page.
  private mutating func connection(
    _ connection: ResolvedConnection<Viewer>, in level: LevelLayout<Viewer>?
  ) -> ObjectShape {
    if let key = connection.parentKey { _ = column(key, in: level) }
    slots.add(connection.page.first)
    var fields: [Int: PlannedField] = [:]
    for (index, part) in connection.object.fields.enumerated() where !part.isPageInfo {
      fields[index] = field(part, in: level)
    }
    if let page = connection.cursorPage { _ = add(page) }
    for (index, part) in connection.object.fields.enumerated() where part.isPageInfo {
      fields[index] = field(part, in: level)
    }
    return ObjectShape(
      typeName: connection.object.typeName, fields: connection.object.fields.indices.compactMap { fields[$0] })
  }

  private func column(_ value: RowValue, in level: LevelLayout<Viewer>?) -> Int {
    // The first pass makes values over the row of a level alone.
    guard let level else { preconditionFailure("a value has no row") }
    return level.column(value)
  }

  private func cursor(_ place: CursorPlace, in level: LevelLayout<Viewer>?) -> CursorLayout {
    CursorLayout(order: place.order, columns: place.values.map { column($0, in: level) })
  }

  // MARK: Levels

  /// - Returns: the number of the level.
  private mutating func add(_ resolved: ResolvedLevel<Viewer>) -> Int {
    let rows = resolved.rows
    precondition(rows.number == levels.count, "levels are laid out in the order in which they were resolved")
    let columns = rows.sharedStatement.map { levels[$0].columns } ?? ColumnList()
    let level = LevelLayout(rows, bound(of: rows), columns: columns)
    levels.append(level)
    for operand in rows.operands { slots.add(operand) }
    level.content = content(resolved.content, in: level)
    return rows.number
  }

  private mutating func content(_ content: ResolvedContent<Viewer>, in level: LevelLayout<Viewer>) -> LevelContent {
    switch content {
    case .object(let object): return .object(self.object(object, in: level))
    case .abstract(let discriminator, let objects):
      let column = level.column(discriminator)
      var shapes: [[UInt8]: ObjectShape] = [:]
      for (value, object) in objects { shapes[Array(value.utf8)] = self.object(object, in: level) }
      return .abstract(discriminator: column, shapes: shapes)
    case .elsewhere(let discriminator, let key, let targets):
      let (column, keyColumn) = (level.column(discriminator), level.column(key))
      var numbers: [[UInt8]: Int] = [:]
      for (value, target) in targets { numbers[Array(value.utf8)] = add(target) }
      return .elsewhere(discriminator: column, key: keyColumn, levels: numbers)
    }
  }

  private mutating func bound(of rows: RowSet<Viewer>) -> RowBound {
    let (parent, quota) = (rows.parent?.number, rows.entity.quota?.rows)
    switch rows.origin {
    case .lookup, .targets, .matches: return RowBound(parent: parent, quota: quota)
    case .lookups(let keys): return RowBound(parent: parent, keys: slots.number(of: keys), quota: quota)
    case .keyed(_, let most): return RowBound(parent: parent, most: most, quota: quota)
    case .scopeList(let page), .childLists(_, _, let page):
      return RowBound(parent: parent, page: bound(of: page), quota: quota)
    // A row may be written under each parent.
    case .targetsOfRows: return RowBound(parent: parent)
    case .linkedLists(_, _, let page), .tiedLists(_, _, let page): return RowBound(parent: parent, page: bound(of: page))
    // A row of these sums up rows of the entity.
    case .summaries: return RowBound(parent: parent)
    case .groups(_, _, let page, _): return RowBound(parent: parent, page: bound(of: page))
    }
  }

  private mutating func bound(of page: ListPage) -> RowBound.Page {
    let first = slots.number(of: page.first)
    return RowBound.Page(first: first, offset: page.offset.map { slots.number(of: $0) }, arguments: page.arguments)
  }

  private func finishedLevels() -> [Level<Viewer>] {
    var statementCount = 0
    /// The statement of each level.
    var statements: [Int] = []
    return levels.map { level in
      if let shared = level.rows.sharedStatement {
        statements.append(statements[shared])
      } else {
        statements.append(statementCount)
        statementCount += 1
      }
      return level.finished(statement: statements[level.rows.number])
    }
  }

  // MARK: Statements

  private mutating func statements() -> [PlannedStatement] {
    let writer = StatementWriter<Viewer>(of: levels.map(\.rows), columns: levels.map(\.columns))
    var statements: [PlannedStatement] = []
    for level in levels where level.rows.sharedStatement == nil {
      statements.append(statement(writer.statement(of: level.rows), writer.types(of: level.rows)))
    }
    return statements
  }

  private mutating func statement(_ sql: SQL, _ columns: [SQLType]) -> PlannedStatement {
    let template = sql.template
    var binds: [PlannedStatement.Bind] = []
    for bind in template.binds {
      switch bind {
      case .value(let value): binds.append(.value(value))
      case .slot(let slot): binds.append(.slot(slots.number(of: slot)))
      }
    }
    return PlannedStatement(
      text: template.text, binds: binds, columns: columns, dependencies: template.dependencies)
  }
}

extension ResolvedField {
  fileprivate var isPageInfo: Bool {
    if case .pageInfo = output { true } else { false }
  }
}
