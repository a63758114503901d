/// The wait before another try, which doubles with each try.
enum RetryPause {
  static let shortest = 1.0
  static let longest = 900.0
  /// The longest wait that a service's `Retry-After` is followed for, in seconds.
  static let longestAsked = 3_600

  /// - Parameters:
  ///   - tries: how many failed before this one.
  ///   - asked: the seconds that the service asks for — RFC 9110, section 10.2.3; the wait is not shorter.
  ///   - random: between 0 and 1, so that messages that failed together are not repeated together: the wait is between 75 and
  ///     125 % of the doubled one.
  static func after(tries: Int, asked: Int?, random: Double = .random(in: 0...1)) -> Duration {
    var doubled = shortest
    for _ in 0..<min(max(tries, 0), 16) { doubled = min(doubled * 2, longest) }
    return max(.seconds(doubled * (0.75 + random / 2)), .seconds(min(max(asked ?? 0, 0), longestAsked)))
  }
}
