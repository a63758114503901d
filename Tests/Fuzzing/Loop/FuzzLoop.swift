import SampleData

/// Feeds a target with inputs that a seed decides, and ends at the first that breaks it.
package struct FuzzLoop {
  /// The processor time of the thread that an input may take: a base, and a time for each byte.
  package struct TimeLimit: Sendable {
    package var base: Duration
    package var perByte: Duration

    package init(base: Duration, perByte: Duration) {
      self.base = base
      self.perByte = perByte
    }

    /// A debug build takes some ten times as long as a release build, and other programs' use of the caches
    /// may double that.
    package static var forThisBuild: TimeLimit {
      #if DEBUG
        TimeLimit(base: .milliseconds(1_000), perByte: .microseconds(200))
      #else
        TimeLimit(base: .milliseconds(100), perByte: .microseconds(20))
      #endif
    }

    func allows(_ time: Duration, for count: Int) -> Bool { time <= base + perByte * count }
  }

  /// How many inputs that were accepted are kept to make others from.
  private static let maximumKept = 2_000

  private let target: FuzzTarget
  private let mutator: Mutator
  private let timeLimit: TimeLimit
  private var generator: SplitMix64
  private var kept: [[UInt8]] = []

  package init(
    _ target: FuzzTarget, seed: UInt64, maximumLength: Int = 4_096,
    timeLimit: TimeLimit = .forThisBuild
  ) {
    self.target = target
    self.timeLimit = timeLimit
    mutator = Mutator(words: target.words, maximumLength: maximumLength)
    generator = SplitMix64(state: seed)
  }

  /// - Parameter note: Told each input before it is tried, so that the one that ends the process is known.
  package mutating func run(
    inputs: Int, note: ([UInt8]) -> Void = { _ in }
  ) throws(FuzzFinding) -> FuzzReport {
    var report = FuzzReport(target: target.name)
    for number in 0..<inputs {
      // The corpus itself comes first.
      let input = number < target.corpus.count ? target.corpus[number] : next()
      note(input)
      let (verdict, time) = try measured(input)
      report.add(input, verdict, time)
      if verdict == .accepted { keep(input) }
    }
    return report
  }

  /// Nothing of the target's corpus may be refused: inputs would be made from nonsense.
  package func checkCorpus() throws(FuzzFinding) {
    for input in target.corpus {
      let (verdict, _) = try measured(input)
      guard verdict == .accepted else {
        throw FuzzFinding(target: target.name, input: input, reason: "An input of the corpus is refused.")
      }
    }
  }

  private mutating func next() -> [UInt8] {
    let base = pick()
    return mutator.mutate(base, with: pick(), &generator)
  }

  private mutating func pick() -> [UInt8] {
    if kept.isEmpty || generator.draw(oneIn: 3) {
      return target.corpus[generator.draw(below: target.corpus.count)]
    }
    return kept[generator.draw(below: kept.count)]
  }

  private mutating func keep(_ input: [UInt8]) {
    if kept.count < Self.maximumKept {
      kept.append(input)
    } else {
      kept[generator.draw(below: kept.count)] = input
    }
  }

  /// Whatever takes too long is tried again twice: the first time may have paid for something else.
  private func measured(_ input: [UInt8]) throws(FuzzFinding) -> (FuzzTarget.Verdict, Duration) {
    var best: Duration?
    var result = FuzzTarget.Verdict.refused
    for _ in 0..<3 {
      let start = ThreadTime.now
      do throws(Broken) {
        result = try target.check(input)
      } catch {
        throw FuzzFinding(target: target.name, input: input, reason: error.description)
      }
      let time = ThreadTime.now - start
      best = min(best ?? time, time)
      if timeLimit.allows(time, for: input.count) { return (result, time) }
    }
    throw FuzzFinding(
      target: target.name, input: input, reason: "\(input.count) bytes take \(best ?? .zero).")
  }
}
