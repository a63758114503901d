/// The cost of one hash — RFC 7914: memory of 128 · 2^`logarithm` · `blockSize` bytes, which is gone through `parallelism` times.
package struct ScryptParameters: Hashable, Sendable {
  package let logarithm: Int
  package let blockSize: Int
  package let parallelism: Int

  /// 32 MiB, three times over: one of the costs that OWASP's Password Storage Cheat Sheet counts as equal.
  package static let standard = ScryptParameters(logarithm: 15, blockSize: 8, parallelism: 3)

  package init(logarithm: Int, blockSize: Int, parallelism: Int) {
    self.logarithm = logarithm
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Whether a hash with them takes no more memory and time than a server can spare: what else a database holds is not run.
  var isBounded: Bool { (1...20).contains(logarithm) && (1...32).contains(blockSize) && (1...16).contains(parallelism) }
}
