import Planning

extension PayloadRules where Viewer == Domain.Viewer {
  /// Rows have the rule of their scope. Other fields have that of the scope which the mutation acts in.
  static let domain = PayloadRules(
    rows: { Scope.of($0)?.access ?? .signedIn },
    values: { mutation, access in
      if mutation.isStaffMutation { return Scope.enrolment.access }
      if access.admits(.reader) && !access.admits(.account) { return Scope.reader.access }
      if mutation.changesViewer { return Scope.account.access }
      if access.admits(.anonymous) { return .anyone }
      return access.admits(.account) ? Scope.account.access : Scope.family.access
    })
}
