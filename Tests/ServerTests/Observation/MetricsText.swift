/// Metrics in the text format of Prometheus, version 0.0.4, read as strictly as it can be.
struct MetricsText {
  struct Sample: Equatable {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  struct Family {
    let name: String
    let type: String
    var samples: [Sample] = []
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var families: [Family] = []

  /// The value of the one sample with such a name and such labels; nil when there is none.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    families.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
  }

  /// The values that a label has.
  func labels(_ label: String) -> Set<String> { Set(families.flatMap(\.samples).compactMap { $0.labels[label] }) }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Problem(description: "the last line does not end") }
    var help: String?
    // By bytes: other line ends are no line ends.
    for line in text.utf8.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = String(decoding: line, as: UTF8.self)
      if let match = line.wholeMatch(of: #/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\\\|\\n)+)/#) {
        guard help == nil else { throw Problem(description: "no TYPE after a HELP: \(line)") }
        help = String(match.output.1)
      } else if let match = line.wholeMatch(of: #/# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/#) {
        let name = String(match.output.1)
        guard help == name else { throw Problem(description: "a TYPE without its HELP: \(line)") }
        guard !families.contains(where: { $0.name == name }) else { throw Problem(description: "twice: \(name)") }
        help = nil
        families.append(Family(name: name, type: String(match.output.2)))
      } else {
        guard help == nil else { throw Problem(description: "no TYPE after a HELP: \(line)") }
        try add(try Self.sample(line))
      }
    }
    for family in families where family.type == "histogram" { try Self.check(family) }
  }

  private mutating func add(_ sample: Sample) throws {
    guard var family = families.popLast() else { throw Problem(description: "\(sample.name) has no family") }
    let suffixes = family.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family.name + $0 == sample.name }) else {
      throw Problem(description: "\(sample.name) is not of \(family.name)")
    }
    guard !family.samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
      throw Problem(description: "twice: \(sample)")
    }
    if family.type == "counter" {
      guard family.name.hasSuffix("_total") else { throw Problem(description: "\(family.name) is a counter") }
      guard sample.value >= 0 else { throw Problem(description: "\(sample) is below zero") }
    }
    family.samples.append(sample)
    families.append(family)
  }

  private static func sample(_ line: String) throws -> Sample {
    guard let match = line.wholeMatch(of: #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? ([^ ]+)/#.dotMatchesNewlines()) else {
      throw Problem(description: "no sample: \(line)")
    }
    let number = String(match.output.3)
    let isNumber = number.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/) != nil
    guard let value = number == "+Inf" ? .infinity : isNumber ? Double(number) : nil else {
      throw Problem(description: "no number: \(line)")
    }
    var labels: [String: String] = [:]
    var rest = match.output.2 ?? ""
    while !rest.isEmpty {
      let form = #/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,(?=.)|$)/#
      guard let pair = rest.prefixMatch(of: form) else {
        throw Problem(description: "no labels: \(line)")
      }
      guard labels.updateValue(String(pair.output.2), forKey: String(pair.output.1)) == nil else {
        throw Problem(description: "a label twice: \(line)")
      }
      rest = rest[pair.range.upperBound...]
    }
    return Sample(name: String(match.output.1), labels: labels, value: value)
  }

  /// Buckets grow, end with `+Inf`, and hold as many as there are.
  private static func check(_ family: Family) throws {
    let buckets = family.samples.filter { $0.name == family.name + "_bucket" }
    let series = Dictionary(grouping: buckets) { sample in sample.labels.filter { $0.key != "le" } }
    for (labels, buckets) in series {
      let bounds = buckets.compactMap { $0.labels["le"].map { $0 == "+Inf" ? .infinity : Double($0) ?? .nan } }
      let count = family.samples.first { $0.name == family.name + "_count" && $0.labels == labels }?.value
      guard bounds.count == buckets.count, bounds == bounds.sorted(), Set(bounds).count == bounds.count,
        bounds.last == .infinity, buckets.map(\.value) == buckets.map(\.value).sorted(), buckets.last?.value == count,
        family.samples.contains(where: { $0.name == family.name + "_sum" && $0.labels == labels })
      else { throw Problem(description: "no histogram: \(family.name) \(labels)") }
    }
  }
}
