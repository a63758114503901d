/// Metrics as Prometheus reads them — the text format, version 0.0.4.
///
///     # HELP hatched_errors_total Errors of answers.
///     # TYPE hatched_errors_total counter
///     hatched_errors_total{code="FORBIDDEN"} 3
struct Exposition {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""

  /// A family of metrics, all samples of which follow.
  mutating func family(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: UInt64) {
    line(name, labels, String(value))
  }

  mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
    line(name, labels, value.isFinite ? value.description : value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf")
  }

  /// A family with one sample.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: UInt64) {
    family(name, kind, help)
    sample(name, [], value)
  }

  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    family(name, kind, help)
    sample(name, [], value)
  }

  /// - Parameters:
  ///   - bounds: of the buckets, in seconds.
  ///   - buckets: one more than there are bounds; not cumulative.
  mutating func histogram(
    _ name: String, _ labels: [(String, String)], bounds: [Double], buckets: [UInt64], sum: Double
  ) {
    var count: UInt64 = 0
    for (index, bucket) in buckets.enumerated() {
      count += bucket
      let bound = index < bounds.count ? bounds[index].description : "+Inf"
      line(name + "_bucket", labels + [("le", bound)], String(count))
    }
    sample(name + "_sum", labels, sum)
    sample(name + "_count", labels, count)
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(value)\n"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    // By scalars: a carriage return and a line feed are one `Character`.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
