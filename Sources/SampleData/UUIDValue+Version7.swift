import SQL

extension UUIDValue {
  /// A version 7 UUID whose random bits are the generator's.
  init(version7At moment: Moment, using generator: inout SplitMix64) {
    self.init(
      version7At: UInt64(truncatingIfNeeded: moment.milliseconds), random: (generator.next(), generator.next()))
  }
}
