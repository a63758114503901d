package import SampleData

/// Makes inputs out of others: by bytes, by parts of them, and by words of their language.
package struct Mutator {
  private let words: [[UInt8]]
  private let maximumLength: Int

  package init(words: [[UInt8]], maximumLength: Int) {
    self.words = words
    self.maximumLength = maximumLength
  }

  /// Changes an input in one to five places. `other` is what parts are taken from.
  package func mutate(
    _ input: [UInt8], with other: [UInt8], _ generator: inout SplitMix64
  ) -> [UInt8] {
    var bytes = input
    for _ in 0...generator.draw(below: 5) { change(&bytes, other, &generator) }
    if bytes.count > maximumLength { bytes.removeSubrange(maximumLength...) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ other: [UInt8], _ generator: inout SplitMix64) {
    let place = generator.draw(below: bytes.count + 1)
    switch generator.draw(below: 11) {
    case 0 where place < bytes.count:
      bytes[place] ^= 1 << UInt8(generator.draw(below: 8))
    case 1 where place < bytes.count:
      bytes[place] = UInt8(generator.draw(below: 256))
    case 2:
      bytes.insert(UInt8(generator.draw(below: 256)), at: place)
    case 3:
      bytes.removeSubrange(range(in: bytes, from: place, &generator))
    case 4:
      // Said again, up to 64 times: what is not linear shows here.
      let part = Array(bytes[range(in: bytes, from: place, &generator)])
      let times = min(1 << generator.draw(below: 7), maximumLength / max(part.count, 1))
      bytes.insert(contentsOf: repeatElement(part, count: times).joined(), at: place)
    case 5:
      let part = Array(bytes[range(in: bytes, from: place, &generator)])
      bytes.insert(contentsOf: part, at: generator.draw(below: bytes.count + 1))
    case 6:
      let from = generator.draw(below: other.count + 1)
      bytes.insert(contentsOf: other[range(in: other, from: from, &generator)], at: place)
    case 7:
      let from = generator.draw(below: other.count + 1)
      bytes.replaceSubrange(place..., with: other[from...])
    case 8:
      bytes.replaceSubrange(range(in: bytes, from: place, &generator), with: word(&generator))
    default:
      bytes.insert(contentsOf: word(&generator), at: place)
    }
  }

  private func word(_ generator: inout SplitMix64) -> [UInt8] {
    words.isEmpty ? [] : words[generator.draw(below: words.count)]
  }

  /// Mostly short, now and then all that is left.
  private func range(in bytes: [UInt8], from start: Int, _ generator: inout SplitMix64) -> Range<Int> {
    let rest = bytes.count - start
    let bound = generator.draw(oneIn: 8) ? rest : min(rest, 24)
    return start..<start + generator.draw(below: bound + 1)
  }
}
