import GraphQL

/// The values of `AuditAction` that `@audited(fields:)` adds.
struct AuditActions {
  /// The enum that the values are added to.
  static let enumName = "AuditAction"

  private let type: TypeDeclaration

  /// - Returns: nil for a type whose actions are written by hand, and for one that is not audited.
  init?(of type: TypeDeclaration) {
    guard case .fields = type.audit else { return nil }
    self.type = type
  }

  var definition: Definition {
    let verbs = ["created", "changed", "deleted"]
    return .extendedEnumeration(
      Self.enumName,
      verbs.map { verb in
        EnumValueDefinition(
          description: StringValue("\(type.words.a) was \(verb).".capitalized),
          name: Name("\(type.auditSubject)_\(verb.uppercased())"))
      })
  }
}
