import NIOPosix
import Synchronization

/// Counts requests, each on the thread that answers it: only the reader of all counts also takes a thread's lock, every
/// few seconds. One lock a request is cheaper than a dozen atomic numbers that all threads write to, and no more than a
/// thread's own memory is touched. swift-metrics has an object behind a protocol for each number, which all threads
/// share, and one factory for the whole process, tests included.
final class RequestMetrics: Sendable {
  private final class Shard: Sendable {
    let counts = Mutex(RequestCounts())
  }

  private let shards = Mutex<[Shard]>([])
  private let shardOfThread = ThreadSpecificVariable<Shard>()

  func begin() { shard.counts.withLock { $0.begin() } }
  func end(_ request: EndedRequest) { shard.counts.withLock { $0.end(request) } }
  func refuse(_ request: EndedRequest) { shard.counts.withLock { $0.refuse(request) } }

  /// The sum over all threads.
  var counts: RequestCounts {
    shards.withLock { $0 }.reduce(into: RequestCounts()) { all, shard in all += shard.counts.withLock { $0 } }
  }

  private var shard: Shard {
    if let shard = shardOfThread.currentValue { return shard }
    let shard = Shard()
    shards.withLock { $0.append(shard) }
    shardOfThread.currentValue = shard
    return shard
  }
}
