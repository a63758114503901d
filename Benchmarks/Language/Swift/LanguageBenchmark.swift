import ArgumentParser
import Foundation
import GraphQL
import Domain

/// `hatched-language-benchmark`: what it costs to read a query, without the server around it.
@main
struct LanguageBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hatched-language-benchmark",
    abstract: "Measures how long queries take to be parsed and validated against the school's schema.",
    discussion: "A line for each: its name, and µs to parse, to validate, and for both.")

  @Flag(help: "Print the schema instead, for other programs to measure with.") var schema = false
  @ArgumentParser.Argument(help: "Files with a query each.") var paths: [String] = []

  func run() throws {
    let schema = try Schema.domain()
    if self.schema { return print(schema.sdl, terminator: "") }
    let validator = Validator(schema: schema)
    for path in paths {
      let url = URL(filePath: path)
      let text = try String(contentsOf: url, encoding: .utf8)
      let source = Source(text)
      let document = try Document(parsing: source)
      if let error = validator.validate(document, source: source).first { throw error }
      let figures = [
        try measure { try Document(parsing: Source(text)).definitions.count },
        try measure { validator.validate(document, source: source).count },
        try measure {
          let source = Source(text)
          return validator.validate(try Document(parsing: source), source: source).count
        },
      ]
      print(
        url.deletingPathExtension().lastPathComponent, figures.map { String(format: "%.2f", $0) }.joined(separator: " "))
    }
  }

  /// The median of a second of batches of at least 5 ms each, after half a second to warm up; µs for one.
  private func measure(_ body: () throws -> Int) throws -> Double {
    let count = try batchSize(body)
    var figures: [Double] = []
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end { figures.append(try batch(body, count)) }
    return figures.sorted()[figures.count / 2]
  }

  private func batchSize(_ body: () throws -> Int) throws -> Int {
    let end = ContinuousClock.now + .milliseconds(500)
    var count = 1
    while ContinuousClock.now < end {
      if try batch(body, count) * Double(count) < 5_000 { count *= 2 }
    }
    return count
  }

  private func batch(_ body: () throws -> Int, _ count: Int) throws -> Double {
    var sum = 0
    let start = ContinuousClock.now
    for _ in 0..<count { sum += try body() }
    let time = ContinuousClock.now - start
    // So that nothing of it is left out.
    precondition(sum >= 0)
    return (Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12) / Double(count)
  }
}
