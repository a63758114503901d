/// A statement's text and what to bind to each `$n`: a slot that stands in several places has one number.
public struct StatementTemplate: Hashable, Sendable {
  public let text: String
  /// The bind of `$1`, `$2`, …
  public let binds: [SQL.Bind]
  /// The dependencies of the text, one for each place that declares one.
  public let dependencies: [SQL.Dependency]

  /// The statement with each slot filled.
  public func statement(filling value: (SQL.Slot) -> SQLValue) -> Statement {
    Statement(
      text: text,
      binds: binds.map { bind in
        switch bind {
        case .value(let known): known
        case .slot(let slot): value(slot)
        }
      })
  }
}

extension SQL {
  /// The text with numbered binds: `$1` is what the text names first.
  public var template: StatementTemplate {
    var text = ""
    text.reserveCapacity(parts.reduce(0) { $0 + $1.leastSize })
    var binds: [Bind] = []
    var numbers: [Slot: Int] = [:]
    var dependencies: [Dependency] = []
    for part in parts {
      switch part {
      case .text(let fragment): text += fragment
      case .reading(let fragment, let dependency):
        text += fragment
        dependencies.append(dependency)
      case .bind(.value(let value)):
        // Never shared: that two values happen to be equal must not change the text.
        binds.append(.value(value))
        text += "$\(binds.count)"
      case .bind(.slot(let slot)):
        if let known = numbers[slot] {
          text += "$\(known)"
        } else {
          binds.append(.slot(slot))
          numbers[slot] = binds.count
          text += "$\(binds.count)"
        }
      }
    }
    return StatementTemplate(text: text, binds: binds, dependencies: dependencies)
  }

  /// The statement as it is, with nothing to fill: a slot is bound to null.
  public var statement: Statement { template.statement { .null($0.type) } }
}

extension SQL.Part {
  /// How many bytes of a statement's text it becomes at least.
  fileprivate var leastSize: Int {
    switch self {
    case .text(let fragment), .reading(let fragment, _): fragment.utf8.count
    case .bind: "$1".utf8.count
    }
  }
}
