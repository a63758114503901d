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

  var isEmpty: Bool { heard == steps.count }
  var next: Step? { isEmpty ? nil : steps[heard] }

  mutating func append(_ step: Step) { steps.append(step) }

  mutating func advance() {
    heard += 1
    if isEmpty {
      steps.removeAll(keepingCapacity: true)
      heard = 0
    }
  }
}
