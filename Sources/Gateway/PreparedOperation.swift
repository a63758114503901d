import GraphQL
import Planning
import SQL
import Domain
import SessionTokens
import Synchronization

/// A validated operation that may be kept. Equal to itself only.
final class PreparedOperation: Sendable {
  let operation: Operation
  /// The key under which the cache keeps it.
  let key: OperationCache.Key
  /// The variables that shape the plan, besides the values that are bound.
  let shaping: ShapeVariables
  /// Whether it is answered alike with a session and without.
  let needsNoSession: Bool
  /// Whether it is an introspection query as tools send it, whose answer is shared.
  let isStandardIntrospection: Bool
  /// The digest of the document and the name of the operation, 32 bytes.
  let digest: [UInt8]
  private let wasKept = Atomic<Bool>(false)
  /// The index of its series in the metrics; negative while it may still change.
  private let series = Atomic<Int>(-1)

  init(_ operation: Operation, key: OperationCache.Key, map: EntityMap<Viewer>) {
    self.operation = operation
    self.key = key
    isStandardIntrospection = operation.isStandardIntrospection
    shaping = ShapeVariables(of: operation, in: map)
    needsNoSession = map.needsNoSession(operation)
    // JSON of the name ends where it ends.
    let name = operation.definition.name.map { "\"\($0.value)\"" } ?? ""
    digest = SHA256.hash(Array(name.utf8) + [0] + operation.source.bytes).bytes
  }

  /// About how many bytes it takes in memory: for each byte of its text, a hundred.
  var approximateSize: Int { operation.source.bytes.count * 100 }

  /// Whether the operation is to be kept: true the first time it is asked.
  func isNew() -> Bool { !wasKept.exchange(true, ordering: .relaxed) }

  /// Its series in the metrics.
  /// - Parameter account: whose confirmed session executed it.
  func series(in names: OperationNames, by account: UUIDValue?) -> Int {
    let known = series.load(ordering: .relaxed)
    if known >= 0 { return known }
    let definition = operation.definition
    let (index, isFinal) = names.index(of: definition.name?.value, definition.operation, by: account)
    if isFinal { series.store(index, ordering: .relaxed) }
    return index
  }
}

extension PreparedOperation: Hashable {
  static func == (left: PreparedOperation, right: PreparedOperation) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
