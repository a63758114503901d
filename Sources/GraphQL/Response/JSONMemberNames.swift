/// The member names of one object while it is parsed, to tell which occur twice.
///
/// A few names are compared one by one, many are looked up by hash. Names are equal when their bytes are.
struct JSONMemberNames {
  private static let maxCompared = 8
  private var names: Set<ByteText> = []

  /// Adds `name`, unless `members`, which are all those before it, have it already; says whether it did.
  mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
    if members.count < Self.maxCompared {
      return !members.contains { $0.key.hasSameBytes(as: name) }
    }
    if members.count == Self.maxCompared {
      names = Set(members.map { ByteText($0.key) })
    }
    return names.insert(ByteText(name)).inserted
  }
}
