import GraphQL
import SQL

extension AccessMatrix {
  /// The matrix for people to read and to compare: a line for each field in the order of the schema, the same on every
  /// run and machine.
  ///
  ///     Student       anonymous  account  parent   student  other family
  ///       rows: members.family_id = viewer.familyID AND members.role = 'STUDENT'
  ///       anonymous, account: sees none
  ///       parent, student: sees all
  ///       email       sign in    no       yes      some     none          parentsOrSelf; student: members.id = …
  ///
  /// - Parameter title: lines that stand on top.
  package func text(title: [String]) -> String {
    let groups = groups
    let width = 2 + (groups.flatMap { $0.lines.map(\.name.utf8.count) + [$0.name.utf8.count - 2] }.max() ?? 0)
    let columns = names + [outsider]
    // Room for every verdict, whichever there are.
    let widths = columns.map { max($0.utf8.count, Verdict.unauthenticated.rawValue.utf8.count) }
    func line(_ name: String, _ cells: [String], _ rest: String) -> String {
      let cells = zip(cells, widths).map { "  \($0.padded(to: $1))" }.joined()
      return "\(name.padded(to: width))\(cells)  \(rest)".droppingTrailingSpaces
    }
    var lines = title + [""] + Self.legend
    for group in groups {
      lines += ["", line(group.name, group.lines.isEmpty ? [] : columns, "")] + group.notes.map { "  \($0)" }
      for field in group.lines {
        lines.append(line("  \(field.name)", field.verdicts.map { $0?.rawValue ?? "-" }, field.remark))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var legend: [String] {
    [
      "  yes      The viewer may have it. A mutation may refuse what it is given still, such as a single row.",
      "  some     It may have it of the rows for which the condition at the end of the line holds. Elsewhere: no, or null if",
      "           the rule ends in \"else null\".",
      "  no       FORBIDDEN: null and an error at its place; a mutation does not run, a filter is refused.",
      "  null     Null without an error; a filter is refused.",
      "  sign in  UNAUTHENTICATED: the whole request is refused, nothing is read.",
      "  none     It may ask, and there is nothing: its scope has no such row, or no way leads it there.",
      "  -        It is of no scope: the verdict on the viewer's class is all there is.",
      "",
      "At the end of a line stands the rule, then the arguments: whoever may have a field may give them, with all that",
      "is in an input. A filter or an order is as what it reads, which stands at the end of its line; a value that is",
      "hidden in a row counts as null there.",
    ]
  }

  private struct Line {
    let name: String
    /// The verdicts for each class, and for viewers outside the scope; nil where there is no scope.
    let verdicts: [Verdict?]
    let remark: String
  }

  private struct Group {
    let name: String
    var notes: [String] = []
    let lines: [Line]
  }

  private var groups: [Group] {
    let inputs = listInputs
    let shown = map.schema.typeNames.filter { !$0.hasPrefix("__") }.compactMap { name -> Group? in
      switch map.schema.types[name] {
      case .object(let type):
        return Group(name: name, notes: notes(of: map.entity(name)), lines: type.fields.map { line(of: $0, on: name) }
          + (name == map.schema.queryType ? [introspection] : []))
      case .interface, .union:
        return map.entity(name).map { Group(name: name, notes: notes(of: $0), lines: []) }
      case .inputObject(let type):
        return inputs.filters[name].map { targets in
          group(name, targets, type.fields.map(\.name)) { filter(by: $0, of: $1) }
        }
      case .enum(let type):
        return inputs.orders[name].map { targets in
          group(name, targets, type.values.map(\.name)) { order(by: $0, of: $1) }
        }
      case .scalar, nil: return nil
      }
    }
    let hidden = map.hidden.values.sorted { $0.typeName < $1.typeName }
    return shown + hidden.map { Group(name: "\($0.typeName), which no object shows", notes: notes(of: $0), lines: []) }
  }

  // MARK: Fields

  private func line(of field: FieldType, on typeName: String) -> Line {
    Line(
      name: field.name,
      verdicts: viewers.map { verdict(of: field.name, on: typeName, for: $0) }
        + [verdictFromOutside(of: field.name, on: typeName)],
      remark: remark(on: field, of: typeName))
  }

  private var introspection: Line {
    let verdicts = viewers.map { viewer -> Verdict in
      switch map.introspection.decide(viewer.planClass) {
      case .allowed: .allowed
      case .refused, .rows: .refused
      case .unauthenticated: .unauthenticated
      }
    }
    return Line(name: "__schema, __type", verdicts: verdicts + [nil], remark: map.introspection.name)
  }

  /// The rule with its conditions, and the arguments.
  private func remark(on field: FieldType, of typeName: String) -> String {
    guard let resolver = map.resolver(of: field.name, on: typeName) else { return "" }
    var parts = [rules(of: field.name, on: typeName).map(\.name).joined(separator: " or ")]
    var conditions: [(what: String, viewers: [String])] = []
    for (name, viewer) in zip(names, viewers) {
      guard case .rows(let condition) = resolver.access.decide(viewer.planClass), let entity = map.entity(typeName)
      else { continue }
      conditions.add(name, condition(.named(entity.table)).template.text)
    }
    parts += conditions.map { "\($0.viewers.joined(separator: ", ")): \($0.what)" }
    if case .mutation(let mutation) = resolver.kind, mutation.changesViewer {
      parts.append("answered to the viewer that it makes")
    }
    let arguments = field.arguments.map { described($0, within: []) }
    return parts.joined(separator: "; ") + (arguments.isEmpty ? "" : " (\(arguments.joined(separator: ", ")))")
  }

  /// `where: AssignmentFilter`, `input: {id, name}`, `first`
  private func described(_ argument: InputValueType, within outer: Set<String>) -> String {
    let typeName = argument.type.namedType
    guard let type = map.schema.inputObjectType(named: typeName) else { return argument.name }
    if map.shapingTypes.shapes(typeName) || outer.contains(typeName) { return "\(argument.name): \(typeName)" }
    let fields = type.fields.map { described($0, within: outer.union([typeName])) }
    return "\(argument.name): {\(fields.joined(separator: ", "))}"
  }

  // MARK: Filters and orders

  private func group(
    _ name: String, _ targets: [String], _ values: [String], _ input: (String, String) -> ListInput?
  ) -> Group {
    Group(
      name: name,
      lines: targets.flatMap { target in
        values.compactMap { value in
          input(value, target).map { Line(name: value, verdicts: $0.verdicts + [.nothing], remark: "as \($0.source)") }
        }
      })
  }

  // MARK: Rows

  /// Notes on the scope of the rows, and on their visibility.
  private func notes(of entity: Entity<Viewer>?) -> [String] {
    guard let entity else { return [] }
    let row = RowReference<Viewer>.named(entity.table)
    let conditions = [entity.scope.condition(on: row)] + (entity.restriction.map { [$0(row)] } ?? [])
    let scope = "rows: \(conditions.joined(separator: " AND ").template.text)"
    if case .union(let parts) = entity.origin {
      return [scope, "sees each as it sees \(parts.map(\.typeName).joined(separator: ", "))"]
    }
    var sights: [(what: String, viewers: [String])] = []
    for (name, viewer) in zip(names, viewers) { sights.add(name, sight(of: entity, row, for: viewer)) }
    let readings = Dictionary(grouping: map.readings(of: entity.typeName)) { $0.entity.scope.condition(on: row).template.text }
    let through = readings.map { "ways: through \($0.value.map(\.coordinate).joined(separator: ", ")) to rows where \($0.key)" }.sorted()
    return [scope] + sights.map { "\($0.viewers.joined(separator: ", ")): \($0.what)" } + through
  }

  private func sight(of entity: Entity<Viewer>, _ row: RowReference<Viewer>, for viewer: Viewer) -> String {
    guard map.hasRows(entity, for: viewer) else { return "sees none" }
    let condition = entity.visibility.condition(viewer.planClass, row)
    return condition.map { "sees those where \($0.template.text)" } ?? "sees all"
  }
}

extension [(what: String, viewers: [String])] {
  /// Adds a rule for a viewer, beside the other viewers that it holds for.
  fileprivate mutating func add(_ viewer: String, _ what: String) {
    if let index = firstIndex(where: { $0.what == what }) {
      self[index].viewers.append(viewer)
    } else {
      append((what, [viewer]))
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - utf8.count)) }

  fileprivate var droppingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
