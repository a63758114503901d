extension Value {
  /// The value as a message quotes it. A value so large that many messages about it would take long to write is
  /// printed as its kind alone.
  var printedBriefly: String {
    var rest = 1_000
    if isWithin(&rest) { return printed.brief }
    return if case .list = kind { "[…]" } else { "{ … }" }
  }

  /// Whether this has at most so many values in it.
  private func isWithin(_ rest: inout Int) -> Bool {
    rest -= 1
    switch kind {
    case .list(let items):
      for item in items where !item.isWithin(&rest) { return false }
    case .object(let fields):
      for field in fields where !field.value.isWithin(&rest) { return false }
    case .variable, .int, .float, .string, .boolean, .null, .enum: break
    }
    return rest >= 0
  }
}
