extension SQLValue {
  /// About how many bytes it takes in what is sent to PostgreSQL.
  public var byteCount: Int {
    switch self {
    case .null, .bool, .int4: 4
    case .int8, .float8: 8
    case .uuid: 16
    case .text(let text), .literal(let text, _): text.utf8.count
    case .textArray(let texts): texts.reduce(20) { $0 + 4 + $1.utf8.count }
    case .uuidArray(let ids): 20 + 20 * ids.count
    }
  }
}
