import TestSupport
import Testing

/// A sample leaves out no case for ever, and no place at all.
@Suite struct WalkSampleTests {
  private let numbers = Array(0..<50)

  @Test func `Without a seed everything is taken, in every share`() {
    let whole = WalkSample(seed: nil)
    for share in 0..<6 { #expect(numbers.allSatisfy { whole.takes($0, share: share, of: 6) }) }
    #expect(whole.covering(numbers, oneOf: 6) { _ in [] } == numbers)
    #expect(whole.least(100, oneOf: 6) == 100)
  }

  @Test("For one seed each case is in exactly one share", arguments: [0, 1, 20_261_123, UInt64.max])
  func shares(_ seed: UInt64) {
    let sample = WalkSample(seed: seed)
    for number in numbers {
      #expect((0..<6).count { sample.takes(number, share: $0, of: 6) } == 1)
    }
    #expect((0..<6).allSatisfy { share in numbers.contains { sample.takes($0, share: share, of: 6) } })
  }

  @Test func `Seeds that follow each other take every case`() {
    let taken = (20_261_123..<20_261_129 as Range<UInt64>).map { seed in
      numbers.filter { WalkSample(seed: seed).takes($0, of: 6) }
    }
    #expect(taken.flatMap(\.self).sorted() == numbers)
  }

  @Test("Every place is covered", arguments: [0, 1, 2, 3] as [UInt64])
  func covering(_ seed: UInt64) {
    let places = { (number: Int) in Set(["\(number / 10)", "\(number % 7)"]) }
    let chosen = WalkSample(seed: seed).covering(numbers, oneOf: 10, places: places)
    #expect(Set(chosen.flatMap(places)) == Set(numbers.flatMap(places)))
    #expect(chosen.count < numbers.count / 2)
    #expect(numbers.filter { WalkSample(seed: seed).takes($0, of: 10) }.allSatisfy(chosen.contains))
  }
}
