import Gateway
import GraphQL

/// Counts of requests: plain numbers, of one thread or of all threads together.
struct RequestCounts {
  /// Upper bounds of the histograms' buckets, in nanoseconds. Longer requests have a bucket of their own after them.
  static let bounds: [UInt64] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
    .map { UInt64($0 * 1_000_000) }

  struct Series {
    /// Not cumulative.
    var buckets = [UInt64](repeating: 0, count: bounds.count + 1)
    var nanoseconds: UInt64 = 0
    var databaseNanoseconds: UInt64 = 0
  }

  /// The kind of a request, as far as it is counted.
  struct Kind: Hashable, Sendable {
    /// Nil for a request without an operation that could be told.
    var type: OperationType?
    var status: UInt
  }

  /// By kind: there are few statuses, and `index` knows where each is.
  private var requests = [UInt64](repeating: 0, count: 4 * 600)
  private(set) var errors: [ErrorCode: UInt64] = [:]
  /// By the index of the operation's series.
  private(set) var series: [Series] = []
  private(set) var begun: UInt64 = 0
  private(set) var ended: UInt64 = 0
  private(set) var responseBytes: UInt64 = 0
  private(set) var statements: UInt64 = 0
  private(set) var rows: UInt64 = 0
  private(set) var databaseNanoseconds: UInt64 = 0
  private(set) var slow: UInt64 = 0

  mutating func begin() { begun += 1 }

  mutating func end(_ request: EndedRequest) {
    let record = request.record
    ended += 1
    requests[Self.index(Kind(type: record.operationType, status: request.status))] += 1
    responseBytes += UInt64(request.bytes)
    statements += UInt64(record.statements)
    rows += UInt64(record.rows)
    let database = record.databaseTime.nanoseconds
    databaseNanoseconds += database
    if request.isSlow { slow += 1 }
    for code in request.errors { errors[code, default: 0] += 1 }
    guard let index = record.series else { return }
    while series.count <= index { series.append(Series()) }
    let duration = request.duration.nanoseconds
    let bucket = Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count
    series[index].buckets[bucket] += 1
    series[index].nanoseconds += duration
    series[index].databaseNanoseconds += database
  }

  /// Counts an answer to input that was no request, and so was never begun.
  mutating func refuse(_ request: EndedRequest) {
    begin()
    end(request)
  }

  static func += (all: inout RequestCounts, other: RequestCounts) {
    for index in all.requests.indices { all.requests[index] += other.requests[index] }
    all.errors.merge(other.errors) { $0 + $1 }
    while all.series.count < other.series.count { all.series.append(Series()) }
    for (index, series) in other.series.enumerated() {
      for bucket in series.buckets.indices { all.series[index].buckets[bucket] += series.buckets[bucket] }
      all.series[index].nanoseconds += series.nanoseconds
      all.series[index].databaseNanoseconds += series.databaseNanoseconds
    }
    all.begun += other.begun
    all.ended += other.ended
    all.responseBytes += other.responseBytes
    all.statements += other.statements
    all.rows += other.rows
    all.databaseNanoseconds += other.databaseNanoseconds
    all.slow += other.slow
  }

  /// The kinds of requests that there were, each with how many.
  var kinds: [(kind: Kind, count: UInt64)] {
    let types = OperationType.allCases.map(Optional.some) + [nil]
    return types.flatMap { type in
      (0..<600).compactMap { status in
        let kind = Kind(type: type, status: UInt(status))
        let count = requests[Self.index(kind)]
        return count == 0 ? nil : (kind, count)
      }
    }
  }

  private static func index(_ kind: Kind) -> Int {
    let row =
      switch kind.type {
      case .query: 0
      case .mutation: 1
      case .subscription: 2
      case nil: 3
      }
    return 600 * row + Int(min(kind.status, 599))
  }
}

/// A request that was answered, and how.
struct EndedRequest: Sendable {
  var record: RequestRecord
  var status: UInt
  /// The size of the answer's body, as it is sent.
  var bytes: Int
  var duration: Duration
  var errors: [ErrorCode]
  var isSlow = false
}

extension Duration {
  /// Zero for a time that ran backwards.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds / 1_000_000_000))
  }

  /// For logs: such as 12.345.
  var milliseconds: Double { Double(nanoseconds / 1000) / 1000 }
}
