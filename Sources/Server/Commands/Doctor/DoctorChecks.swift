/// All checks of `doctor`, in the order of its table.
struct DoctorChecks: Sendable {
  let options: ServerOptions
  /// Nil for a server that runs: one that used the role of the owner could leave the locks of the database.
  var owner: OwnerOptions?

  func findings() async -> [Finding] {
    var findings = ConfigurationChecks(options: options).findings
    findings += await ClientChecks(options: options).findings()
    findings += await DatabaseChecks(options: options.database, worker: options.worker).findings()
    findings += await WorkerChecks(options: options.worker).findings()
    findings += await MailChecks(options: options.mail, worker: options.worker).findings()
    findings += await PushChecks(options: options.push, worker: options.worker).findings()
    findings += await FileChecks(options: options.files).findings()
    findings += PrintChecks(options: options.printing).findings
    guard let owner else { return findings + [.skip("owner", "a server does not use this role: run hatched doctor")] }
    return findings + (await OwnerChecks(options: owner).findings())
  }
}
