/// The answers that a connection is still to hear, in the order in which it sent what they answer.
struct Pipeline {
  enum Step {
    /// A Parse under a name, on behalf of a statement of the request if it has an index.
    case parse(name: String, index: Int?)
    /// A statement of the request: its rows are wanted.
    case statement(index: Int)
    /// A statement of the connection's own: only its failure counts.
    case command
    /// Its command tag says whether there was anything to commit.
    case commit
    case deallocate(name: String)
    case sync
  }

  private var steps: [Step] = []
  private var heard = 0
  /// Whether the result of the next step was taken, and not yet the end of its results. It is kept here, since the
  /// one who took it may have stopped listening, and another goes on from there.
  var awaitsEnd = false

  var isEmpty: Bool { heard == steps.count }
  var next: Step? { isEmpty ? nil : steps[heard] }

  mutating func append(_ step: Step) { steps.append(step) }

  mutating func advance() {
    heard += 1
    awaitsEnd = false
    if isEmpty {
      steps.removeAll(keepingCapacity: true)
      heard = 0
    }
  }
}
