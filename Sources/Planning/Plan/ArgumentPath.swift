import GraphQL

/// Leads from the arguments of a field to a value: `where.or[0].title.eq`.
struct ArgumentPath: Hashable, Sendable {
  let name: String
  private(set) var steps: [PathSegment] = []

  init(_ name: String) { self.name = name }

  subscript(field: String) -> ArgumentPath { appending(.key(field)) }
  subscript(index: Int) -> ArgumentPath { appending(.index(index)) }

  private func appending(_ step: PathSegment) -> ArgumentPath {
    var path = self
    path.steps.append(step)
    return path
  }

  /// The path to a place inside what this one leads to.
  func appending(_ steps: [PathSegment]) -> ArgumentPath { steps.reduce(self) { $0.appending($1) } }

  var segments: [PathSegment] { [.key(name)] + steps }

  /// Nil where there is none, which is not the same as null.
  func value(in arguments: ArgumentValues) -> InputValue? {
    var value = arguments[name]
    for step in steps {
      switch (step, value) {
      case (.key(let key), let object?): value = object[key]
      case (.index(let index), .list(let items)?): value = items.indices.contains(index) ? items[index] : nil
      default: return nil
      }
    }
    return value
  }
}

extension ArgumentPath: CustomStringConvertible {
  var description: String {
    steps.reduce(name) { text, step in
      switch step {
      case .key(let key): "\(text).\(key)"
      case .index(let index): "\(text)[\(index)]"
      }
    }
  }
}
