import Domain
import Gateway
import Logging
import Postgres
import SessionTokens

extension FileServices {
  /// The paths that take and give files.
  /// - Parameter pool: of the role `hatched_app`.
  func paths(_ pool: ConnectionPool, _ secrets: SecretKeys, logger: Logger) -> FilePaths {
    let uploads = UploadAddress.Signer(secrets)
    let service = UploadService(records: DatabaseUploads(pool: pool), intake: intake, store: store, folder: folder, logger: logger)
    return FilePaths(
      uploads: UploadResponder(service: service) { path in uploads.read(path) },
      files: FileResponder(
        finder: SignedFiles(signer: FileAddress.Signer(secrets), rights: FileRights(pool: pool)), store: store, logger: logger))
  }
}
