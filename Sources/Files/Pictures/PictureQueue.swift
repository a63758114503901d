/// The pictures that wait for a worker, and whose turn it is: a value that does nothing itself. Owners take turns, and one alone never
/// has all workers, so that a picture that takes long does not hold up those of others.
struct PictureQueue<Owner: Hashable, Work> {
  private struct Line {
    var waiting: [Work] = []
    var running = 0
  }

  private let workers: Int
  private let maximumWaiting: Int
  private var lines: [Owner: Line] = [:]
  /// The owners with waiting work, in the order of their turns.
  private var turns: [Owner] = []
  private(set) var waiting = 0
  private(set) var running = 0

  init(workers: Int, maximumWaiting: Int) {
    self.workers = workers
    self.maximumWaiting = maximumWaiting
  }

  /// The number of workers that one owner may have.
  private var share: Int { max(1, workers - 1) }

  /// - Returns: false where as many wait as may, of all or of this owner.
  mutating func add(_ work: Work, of owner: Owner) -> Bool {
    var line = lines[owner] ?? Line()
    guard waiting < maximumWaiting, line.waiting.count < (maximumWaiting + 1) / 2 else { return false }
    if line.waiting.isEmpty { turns.append(owner) }
    line.waiting.append(work)
    lines[owner] = line
    waiting += 1
    return true
  }

  /// The work that a worker begins now; `leave` follows.
  mutating func next() -> (work: Work, owner: Owner)? {
    for (index, owner) in turns.enumerated() {
      guard var line = lines[owner], line.running < share, !line.waiting.isEmpty else { continue }
      let work = line.waiting.removeFirst()
      line.running += 1
      turns.remove(at: index)
      if !line.waiting.isEmpty { turns.append(owner) }
      lines[owner] = line
      waiting -= 1
      running += 1
      return (work, owner)
    }
    return nil
  }

  mutating func leave(_ owner: Owner) {
    running -= 1
    guard var line = lines[owner] else { return }
    line.running -= 1
    lines[owner] = line.running == 0 && line.waiting.isEmpty ? nil : line
  }
}
