import Domain
import Gateway
import Logging
import Postgres
import ServiceLifecycle

extension Serve {
  /// The services of background work; none without a pool.
  func jobs(
    _ pool: ConnectionPool?, _ admission: Admission, _ wakeUp: WakeUp, _ files: FileServices, _ hosts: ReachableHosts,
    _ history: JobHistory, _ logger: Logger
  ) -> [any Service] {
    guard let pool else {
      logger.warning("WORKER_DATABASE_URL is not set: this process does not look for overdue assignments")
      return []
    }
    let upkeep = FileUpkeep(pool: pool, wakeUp: wakeUp, store: files.store, folder: files.folder)
    let calendars = PublicCalendars(exceptions: hosts)
    let jobs = Job.all(options.jobs, pool: pool, wakeUp: wakeUp, files: upkeep, calendars: calendars, history: history, logger: logger)
    return [PoolService(pool: pool)] + jobs.map { JobService(job: $0, admission: admission, passes: history.passes, logger: logger) }
  }

  /// The services that tell other processes of changes, and hear of theirs.
  func hints(_ gateway: Gateway, _ listener: Listener?, _ logger: Logger) -> [any Service] {
    guard let listener else { return [] }
    return [
      ListenerService(listener: listener, watch: gateway.wakeUp.watch, logger: logger),
      AnnouncerService(gateway: gateway, logger: logger),
    ]
  }

  /// The service that renews the TLS certificate.
  func renewal(of certificate: ServerCertificate?, _ logger: Logger) -> [any Service] {
    certificate.map { [CertificateService(certificate: $0, logger: logger)] } ?? []
  }
}
