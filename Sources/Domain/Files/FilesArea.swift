package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Files and uploads.
  /// - Parameter identity: has the secrets that sign addresses. Without them there are none.
  package static func files(_ identity: IdentityServices?) -> Area {
    let files = identity.map { FileAddress.Signer($0.secrets) }
    let uploads = identity.map { UploadAddress.Signer($0.secrets) }
    let file = AddressForm("files") { files?.address(signing: $0) }
    let upload = AddressForm("uploads") { uploads?.address(signing: $0) }
    return Area(
      types: [File.self, Upload.self], hidden: [FileUse.self],
      resolvers: [
        "File.url": .address(file, access: .signedIn) { row, _ in FileAddress.claim(row, "'\\x00'::bytea") },
        "File.thumbnail": .address(file, access: .signedIn) { row, arguments in
          FileAddress.claim(row, FileAddress.thumbnail(row, arguments))
        },
        "Upload.address": .address(upload, access: .signedIn) { row, _ in Upload.claim(row) },
        "Viewer.uploads": .all(access: .signedIn),
        "Mutation.createUpload": UploadCreation.create,
        "Mutation.deleteUpload": Upload.delete,
        "Mutation.handInWork": HandIn.resolver,
      ])
  }
}
