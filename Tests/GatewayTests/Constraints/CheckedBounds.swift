/// The bounds of one column that CHECK constraints of its table have, where they are bounds of one column and nothing else.
struct CheckedBounds: Equatable {
  var minimumLength: Int?
  var maximumLength: Int?
  /// With `>=` or `>`, and `<=` or `<`.
  var minimum: (number: Int, isIncluded: Bool)?
  var maximum: (number: Int, isIncluded: Bool)?
  var decimals: Int?
  var values: Set<String>?
  var pattern: String?

  static func == (one: CheckedBounds, other: CheckedBounds) -> Bool {
    one.minimumLength == other.minimumLength && one.maximumLength == other.maximumLength && one.decimals == other.decimals
      && one.minimum?.number == other.minimum?.number && one.minimum?.isIncluded == other.minimum?.isIncluded
      && one.maximum?.number == other.maximum?.number && one.maximum?.isIncluded == other.maximum?.isIncluded
      && one.values == other.values && one.pattern == other.pattern
  }
}

extension CatalogConstraint {
  /// The bounds of each column in a CHECK that has nothing else; nil for one that compares columns, or has another form.
  ///
  ///     CHECK (((length(name) >= 1) AND (length(name) <= 200)))
  var bounds: [String: CheckedBounds]? {
    guard kind == .check else { return nil }
    var text = definition.replacing("::text", with: "").replacing("::numeric", with: "").replacing("::integer", with: "")
    // A number below zero: `'-9'::integer`.
    text = text.replacing(#/'(-\d+)'/#) { String($0.output.1) }
    text = text.replacing(#/\((-?\d+)\)/#) { String($0.output.1) }.replacing("\"", with: "")
    var bounds: [String: CheckedBounds] = [:]
    for match in text.matches(of: #/length\((\w+)\) (>=|<=) (\d+)/#) {
      let (column, number) = (String(match.output.1), Int(match.output.3))
      if match.output.2 == ">=" { bounds[column, default: CheckedBounds()].minimumLength = number } else {
        bounds[column, default: CheckedBounds()].maximumLength = number
      }
    }
    text = text.replacing(#/length\((\w+)\) (>=|<=) (\d+)/#, with: "")
    for match in text.matches(of: #/scale\((?:trim_scale\()?(\w+)\)?\) <= (\d+)/#) {
      bounds[String(match.output.1), default: CheckedBounds()].decimals = Int(match.output.2)
    }
    text = text.replacing(#/scale\((?:trim_scale\()?(\w+)\)?\) <= (\d+)/#, with: "")
    // The number of items follows from the values, each of which may come once.
    text = text.replacing(#/cardinality\((\w+)\) (>=|<=) (\d+)/#, with: "")
    for match in text.matches(of: #/(\w+) (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]\)?/#) {
      let values = match.output.2.split(separator: ", ").map { String($0).replacing("'", with: "") }
      bounds[String(match.output.1), default: CheckedBounds()].values = Set(values)
    }
    text = text.replacing(#/(\w+) (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]\)?/#, with: "")
    for match in text.matches(of: #/(\w+) ~ '([^']*)'/#) {
      bounds[String(match.output.1), default: CheckedBounds()].pattern = String(match.output.2)
    }
    text = text.replacing(#/(\w+) ~ '([^']*)'/#, with: "")
    for match in text.matches(of: #/(\w+) (>=|>|<=|<) (-?\d+)/#) {
      guard let number = Int(match.output.3) else { return nil }
      let bound = (number: number, isIncluded: match.output.2.count == 2)
      if match.output.2.hasPrefix(">") { bounds[String(match.output.1), default: CheckedBounds()].minimum = bound } else {
        bounds[String(match.output.1), default: CheckedBounds()].maximum = bound
      }
    }
    text = text.replacing(#/(\w+) (>=|>|<=|<) (-?\d+)/#, with: "")
    let rest = text.replacing("CHECK", with: "").replacing("AND", with: "").filter { !"() ".contains($0) }
    return rest.isEmpty ? bounds : nil
  }
}
