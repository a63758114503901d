import Fuzzing
import Testing

@Suite("What reads the input of clients") struct FuzzTargetTests {
  @Test("takes all of the corpus that inputs are made from", arguments: FuzzTarget.all)
  func corpus(of target: FuzzTarget) throws {
    try FuzzLoop(target, seed: 1).checkCorpus()
  }

  @Test("keeps its promises for some thousand made-up inputs", arguments: FuzzTarget.all)
  func inputs(of target: FuzzTarget) throws {
    var loop = FuzzLoop(target, seed: 20_250_901, maximumLength: 1_024)
    let report = try loop.run(inputs: 1_500)
    #expect(report.inputs == 1_500)
    // Neither all sense nor all nonsense.
    #expect(target.corpus.count + 1...1_400 ~= report.accepted)
  }
}

@Suite("The loop that makes inputs up") struct FuzzLoopTests {
  private static func target(
    _ check: @escaping @Sendable ([UInt8]) throws(Broken) -> FuzzTarget.Verdict
  ) -> FuzzTarget {
    FuzzTarget("test", corpus: ["{ a }"], words: ["fragment", "on"], check: check)
  }

  @Test("ends at the first input that breaks its target") func broken() {
    var loop = FuzzLoop(
      Self.target { (input) throws(Broken) in
        try Broken.unless(input.count { $0 == UInt8(ascii: "{") } < 3, "three braces")
        return .accepted
      }, seed: 1)
    let finding = #expect(throws: FuzzFinding.self) { try loop.run(inputs: 10_000) }
    #expect(finding?.reason == "three braces")
    #expect(finding?.input.count { $0 == UInt8(ascii: "{") } ?? 0 >= 3)
  }

  @Test("ends at an input that takes too long for its length") func slow() {
    var loop = FuzzLoop(
      Self.target { (input) throws(Broken) in
        // Quadratic.
        for _ in input { for byte in input where byte == 0 { _ = input.hashValue } }
        return .accepted
      }, seed: 1, timeLimit: FuzzLoop.TimeLimit(base: .microseconds(500), perByte: .microseconds(1)))
    let finding = #expect(throws: FuzzFinding.self) { try loop.run(inputs: 100_000) }
    #expect(finding?.reason.contains("bytes take") ?? false)
  }

  @Test("makes the same inputs from the same seed, and others from another") func seeds() throws {
    func inputs(_ seed: UInt64) throws -> [[UInt8]] {
      var loop = FuzzLoop(Self.target { (_) throws(Broken) in .accepted }, seed: seed)
      var inputs: [[UInt8]] = []
      _ = try loop.run(inputs: 200) { inputs.append($0) }
      return inputs
    }
    #expect(try inputs(1) == inputs(1))
    #expect(try inputs(1) != inputs(2))
    #expect(Set(try inputs(1)).count > 150)
    #expect(try inputs(1).allSatisfy { $0.count <= 4_096 })
  }

  @Test("refuses a corpus that its target refuses") func nonsense() {
    let loop = FuzzLoop(Self.target { (_) throws(Broken) in .refused }, seed: 1)
    #expect(throws: FuzzFinding.self) { try loop.checkCorpus() }
  }
}
