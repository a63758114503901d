import Testing

@testable import SampleData

struct SplitMix64Tests {
  @Test func `The words are those of the reference implementation`() {
    var generator = SplitMix64(state: 1_234_567)
    let words = (0..<5).map { _ in generator.next() }
    #expect(
      words == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("Draws cover the numbers below the bound, and no others", arguments: [1, 2, 3, 10])
  func draws(bound: Int) {
    var generator = SplitMix64(state: 7)
    let numbers = Set((0..<1000).map { _ in generator.draw(below: bound) })
    #expect(numbers == Set(0..<bound))
  }

  @Test func `A bound that is not positive gives zero`() {
    var generator = SplitMix64(state: 7)
    #expect(generator.draw(below: 0) == 0)
    #expect(generator.draw(below: -3) == 0)
  }
}
