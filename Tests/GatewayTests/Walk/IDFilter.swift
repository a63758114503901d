import GraphQL
import Domain
import Testing

/// A field of a filter by which rows are found by an id, their own or that of rows that they refer to: every one of the
/// schema, with the lists that have the filter.
struct IDFilter: CustomTestStringConvertible {
  /// As `NotificationFilter.assignment`.
  let testDescription: String
  /// The type of the rows whose ids are given.
  let target: NodeType
  let lists: [ListPlace]
  /// `{assignment: {id: ` and `}}`.
  private let opening: String
  private let closing: String

  /// The filter with a comparison of the id, as `{eq: "…"}`.
  func filter(_ comparison: String) -> String { opening + comparison + closing }

  static func all(in walked: WalkedSchema? = nil) throws -> [IDFilter] {
    let walked = try walked ?? .recipe
    let nodes = Dictionary(uniqueKeysWithValues: try NodeType.all(in: walked).map { ($0.type, $0) })
    let places = try ListPlace.all(in: walked).filter { $0.filter != nil }
    return Dictionary(grouping: places) { $0.filter?.name ?? "" }.sorted { $0.key < $1.key }.flatMap { name, lists in
      (lists.first?.filter?.fields ?? []).compactMap { field -> IDFilter? in
        guard let (path, type) = walked.schema.pathToID(field, of: name),
          let node = nodes[walked.schema.possibleTypes[type]?.first ?? type]
        else { return nil }
        return IDFilter(
          testDescription: "\(name).\(field.name)", target: node, lists: lists,
          opening: path.map { "{\($0): " }.joined(), closing: String(repeating: "}", count: path.count))
      }
    }
  }
}

extension Schema {
  /// The path from a field of a filter to an id: `id`; `student` and `id`; `questions`, `some` and `id`. Also the
  /// type of the id.
  fileprivate func pathToID(_ field: InputValueType, of filter: String) -> (path: [String], type: String)? {
    guard !InputObjectType.combinators.contains(field.name), let target = inputObjectType(named: field.type.namedType) else {
      return nil
    }
    // Another plain id is of something that no family has, such as a school.
    if target.operand == "ID" { return field.name == "id" ? ([field.name], String(filter.dropLast("Filter".count))) : nil }
    let some = target.fields.first { $0.name == "some" }
    let inner = target.isListFilter ? some.flatMap { inputObjectType(named: $0.type.namedType) } : target
    guard let inner, inner.isFilter, let id = inner.fields.first(where: { $0.name == "id" }) else { return nil }
    return ([field.name] + (target.isListFilter ? ["some"] : []) + [id.name], String(inner.name.dropLast("Filter".count)))
  }
}
