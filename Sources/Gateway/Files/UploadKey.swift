package import SQL

/// Names an upload, as its address does.
package struct UploadKey: Hashable, Sendable {
  package let account: UUIDValue
  package let upload: UUIDValue

  package init(account: UUIDValue, upload: UUIDValue) {
    self.account = account
    self.upload = upload
  }
}
