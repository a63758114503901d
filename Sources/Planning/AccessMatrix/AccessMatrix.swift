import GraphQL
import SQL

/// The access rights of a schema: each field for each class of viewers. The matrix reads them off the access rules,
/// the scopes and the visibilities of an entity map, as the planner reads them, and off nothing else.
package struct AccessMatrix<Viewer: ViewerContext> {
  /// A viewer's access to a field. The raw values are the words of the text.
  package enum Verdict: String, Sendable {
    case allowed = "yes"
    /// In the rows of which the rule's condition holds; elsewhere as if refused.
    case someRows = "some"
    case refused = "no"
    /// Refused without an error.
    case hidden = "null"
    case unauthenticated = "sign in"
    /// The rule allows it, but there is nothing that it could be of: the viewer's scope has no such row, all of them
    /// are out of its sight, or it can come to no object of the type.
    case nothing = "none"
  }

  let map: EntityMap<Viewer>
  /// One of each class, in the order of the columns.
  let viewers: [Viewer]
  /// The names of the columns.
  let names: [String]
  /// The name of a viewer who has another scope than the rows.
  let outsider: String
  /// The values of viewers that scopes compare with.
  private let attributes: Set<Viewer.Attribute>
  /// The object types that each class can come to.
  private let reached: [Scopes: Set<String>]
  /// Those that can be had of another scope than one's own.
  private let reachedFromOutside: Set<String>
  /// The rules that connections have, by name.
  private let connectionRules: [Access<Viewer>]

  /// - Parameters:
  ///   - viewers: one of each class. Only the presence of its values counts.
  ///   - others: further ones, which differ by the values that they have, with their names.
  ///   - outsider: the name of a viewer who has another scope than the rows: `other family`.
  package init(
    of map: EntityMap<Viewer>, viewers: [Viewer], others: KeyValuePairs<String, Viewer> = [:], outsider: String
  ) {
    self.map = map
    names = viewers.map { "\($0.planClass)" } + others.map(\.key)
    let viewers = viewers + others.map(\.value)
    self.viewers = viewers
    self.outsider = outsider
    let attributes = map.scopeAttributes
    self.attributes = attributes
    reached = Dictionary(
      viewers.map { viewer in
        let reached = map.typesWithinReach(rows: { map.hasRows($0, for: viewer) }) { access in
          switch access.decide(viewer.planClass) {
          case .allowed, .rows: true
          case .refused, .unauthenticated: false
          }
        }
        return (Scopes(of: viewer, among: attributes), reached)
      }, uniquingKeysWith: { first, _ in first })
    // Whatever has a scope is in another one.
    reachedFromOutside = map.typesWithinReach(rows: { _ in false }) { _ in true }
    connectionRules = map.connectionRules
  }

  /// The values that decide what a viewer can come to.
  private struct Scopes: Hashable {
    let planClass: Viewer.PlanClass
    let attributes: Set<Viewer.Attribute>

    init(of viewer: Viewer, among attributes: Set<Viewer.Attribute>) {
      planClass = viewer.planClass
      self.attributes = attributes.filter(viewer.has)
    }
  }

  /// The access of a class of viewers to a field of an object type; nil when there is no such field.
  package func verdict(of field: String, on typeName: String, for viewer: Viewer) -> Verdict? {
    guard let definition = map.schema.field(field, of: typeName) else { return nil }
    let isReached = reached[Scopes(of: viewer, among: attributes)]?.contains(typeName) == true
    let verdicts = rules(of: field, on: typeName).map { rule -> Verdict in
      switch rule.decide(viewer.planClass) {
      case .unauthenticated: .unauthenticated
      case .refused: rule.refusal == .null ? .hidden : .refused
      case .rows: isReached ? .someRows : .nothing
      case .allowed:
        isReached && !leadsNowhere(definition) { map.hasRows($0, for: viewer) } ? .allowed : .nothing
      }
    }
    return verdicts.contains(.allowed) ? .allowed : verdicts.first
  }

  /// The rules of a field, by name: one, but for what all connections share, which is as the connection is.
  func rules(of field: String, on typeName: String) -> [Access<Viewer>] {
    guard let resolver = map.resolver(of: field, on: typeName) else { return [] }
    guard typeName == ConnectionTypes.pageInfo, case .connectionPart = resolver.kind else { return [resolver.access] }
    return connectionRules
  }

  /// The same for a viewer of another scope than the rows. A row of another scope exists for no viewer.
  /// - Returns: nil for what is of no scope, so that the verdict on the viewer's class is all there is to say.
  func verdictFromOutside(of field: String, on typeName: String) -> Verdict? {
    guard reachedFromOutside.contains(typeName), let definition = map.schema.field(field, of: typeName),
      !leadsNowhere(definition, rows: { _ in false })
    else { return .nothing }
    return nil
  }

  /// Whether a field leads to rows, and there are none.
  private func leadsNowhere(_ field: FieldType, rows: (Entity<Viewer>) -> Bool) -> Bool {
    let named = map.schema.objectTypes(of: field.type.namedType)
    if let entity = map.entity(field.type.namedType), !rows(entity) { return true }
    return !named.isEmpty && named.allSatisfy { name in map.entity(name).map { !rows($0) } ?? false }
  }
}

extension EntityMap {
  /// Whether a viewer has rows of an entity: a value to compare the scope with, and not all of them hidden.
  func hasRows(_ entity: Entity<Viewer>, for viewer: Viewer) -> Bool {
    let entity = entity.seen(by: viewer.planClass)
    guard entity.scope.attributes.contains(where: viewer.has) else { return false }
    return entity.visibility.condition(viewer.planClass, .named(entity.table)) != "false"
  }

  fileprivate var scopeAttributes: Set<Viewer.Attribute> {
    schema.typeNames.reduce(into: []) { $0.formUnion(entity($1)?.scope.attributes ?? []) }
  }

  fileprivate var connectionRules: [Access<Viewer>] {
    var rules: [String: Access<Viewer>] = [:]
    for typeName in schema.typeNames {
      for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? [] {
        guard let resolver = resolver(of: field.name, on: typeName), case .connection = resolver.kind else { continue }
        rules[resolver.access.name] = resolver.access
      }
    }
    return rules.values.sorted { $0.name < $1.name }
  }

  /// The object types that a way of fields leads to from the query and the mutation type.
  /// - Parameters:
  ///   - rows: whether there are rows of an entity.
  ///   - isAllowed: whether a rule lets the viewer pass.
  fileprivate func typesWithinReach(
    rows: (Entity<Viewer>) -> Bool, isAllowed: (Access<Viewer>) -> Bool
  ) -> Set<String> {
    var open = [schema.queryType] + (schema.mutationType.map { [$0] } ?? [])
    var reached = Set(open)
    while let typeName = open.popLast() {
      for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? [] {
        guard let resolver = resolver(of: field.name, on: typeName), isAllowed(resolver.access),
          entity(field.type.namedType).map(rows) ?? true
        else { continue }
        for target in schema.objectTypes(of: field.type.namedType) where entity(target).map(rows) ?? true {
          if reached.insert(target).inserted { open.append(target) }
        }
      }
    }
    return reached
  }
}

extension Schema {
  /// The object types that a value of a type can be of: none for a scalar or an enum.
  func objectTypes(of typeName: String) -> [String] {
    possibleTypes[typeName] ?? (objectType(named: typeName).map { [$0.name] } ?? [])
  }
}

extension RowReference {
  /// A row under the name of its table, with the values of the viewer by their names, for people to read:
  ///
  ///     members.family_id = viewer.familyID
  static func named(_ table: String) -> RowReference {
    RowReference(alias: table) { "viewer.\(unescaped: "\($0)")" }
  }
}

extension ViewerContext {
  /// Whether the viewer has a value of an attribute, or several.
  fileprivate func has(_ attribute: Attribute) -> Bool {
    switch value(of: attribute) {
    case .null: false
    case .uuidArray(let values): !values.isEmpty
    default: true
    }
  }
}
