/// The words of descriptions for one object and for several: `attendance record`, `attendance records`.
package struct Words: Hashable, Sendable {
  package var one: String
  package var many: String

  package init(one: String, many: String) {
    self.one = one
    self.many = many
  }

  /// From the name of a type: `PortfolioItem`, `Family`.
  init(typeName: String) {
    var one = ""
    for character in typeName {
      if character.isUppercase && !one.isEmpty { one.append(" ") }
      one.append(character.lowercased())
    }
    let beforeY = one.dropLast().last.map { "aeiou".contains($0) } ?? true
    let many = one.hasSuffix("y") && !beforeY ? one.dropLast() + "ies" : one + (one.hasSuffix("s") ? "es" : "s")
    self.init(one: one, many: String(many))
  }

  /// With its article: `an attendance record`.
  var a: String { (one.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + one }
}

extension String {
  /// `portfolioItem` of `PortfolioItem`.
  var uncapitalized: String { prefix(1).lowercased() + dropFirst() }
  /// `A subject` of `a subject`.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }

  /// `DUE_DATE` of `dueDate`.
  var screamingSnakeCase: String {
    reduce(into: "") { name, character in
      if character.isUppercase { name.append("_") }
      name.append(character.uppercased())
    }
  }
}
