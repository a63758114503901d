/// A target of fuzzing: the code that inputs are fed to, and the conditions that must hold for each input.
package struct FuzzTarget: Sendable, CustomStringConvertible {
  package enum Verdict: Hashable, Sendable {
    /// The input is what the target reads: changes of it are worth trying.
    case accepted
    /// The input is not, and was refused with an error.
    case refused
  }

  package let name: String
  package var description: String { name }
  /// The seeds that inputs are made from. Not empty.
  package let corpus: [[UInt8]]
  /// The words, such as keywords, that are put into inputs whole. Not empty.
  package let words: [[UInt8]]
  private let body: @Sendable ([UInt8]) throws(Broken) -> Verdict

  package init(
    _ name: String, corpus: [String], words: [String],
    check: @escaping @Sendable ([UInt8]) throws(Broken) -> Verdict
  ) {
    self.name = name
    self.corpus = corpus.isEmpty ? [[]] : corpus.map { Array($0.utf8) }
    self.words = words.isEmpty ? [[0]] : words.map { Array($0.utf8) }
    body = check
  }

  /// - Throws: When something does not hold that must.
  package func check(_ input: [UInt8]) throws(Broken) -> Verdict { try body(input) }
}

/// An invariant that does not hold for an input.
package struct Broken: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// - Throws: If the condition is false.
  package static func unless(
    _ condition: Bool, _ description: @autoclosure () -> String
  ) throws(Broken) {
    if !condition { throw Broken(description()) }
  }
}
