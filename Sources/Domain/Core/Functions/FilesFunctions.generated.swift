// Written by scripts/functions from migrations/functions/files/.

package import Planning
package import SQL

/// How `add_upload` ended.
package enum AddUploadOutcome: String, FunctionValue {
  case done = "DONE", same = "SAME", other = "OTHER"
}

extension FunctionCall<AddUploadOutcome> {
  package static func addUpload(
    upload: UUIDValue, home: UUIDValue, fileName: String, size: Int32, hash: SQLValue?
  ) -> Self {
    Self("add_upload", [.uuid(upload), .uuid(home), .text(fileName), .int4(size), hash ?? .null(.bytea)])
  }
}

extension FunctionCall<Void> {
  package static func endUpload(account: UUIDValue, upload: UUIDValue, reason: String?) -> Self {
    Self("end_upload", [.uuid(account), .uuid(upload), reason.map(SQLValue.text) ?? .null(.text)])
  }
}

extension FunctionCall<Void> {
  package static func noteReceived(account: UUIDValue, upload: UUIDValue, received: Int32) -> Self {
    Self("note_received", [.uuid(account), .uuid(upload), .int4(received)])
  }
}

/// A row of `unusable_pictures`.
package struct UnusablePicturesRow: FunctionRow {
  package let file: UUIDValue
  package let isDocument: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    file = try cells.next()
    isDocument = try cells.next()
  }
}

extension FunctionCall<[UnusablePicturesRow]> {
  package static func unusablePictures(school: UUIDValue, wanted: [UUIDValue]) -> Self {
    Self("unusable_pictures", [.uuid(school), .uuidArray(wanted)])
  }
}

/// A row of `upload_room`.
package struct UploadRoomRow: FunctionRow {
  package let homeID: UUIDValue
  package let openUploads: Int32
  package let uploadsOfDay: Int32
  package let seconds: Int32
  package let files: Int32
  package let bytes: Int64

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    homeID = try cells.next()
    openUploads = try cells.next()
    uploadsOfDay = try cells.next()
    seconds = try cells.next()
    files = try cells.next()
    bytes = try cells.next()
  }
}

extension FunctionCall<[UploadRoomRow]> {
  package static func uploadRoom(school: UUIDValue?) -> Self {
    Self("upload_room", [school.map(SQLValue.uuid) ?? .null(.uuid)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func useMessageFiles(message: UUIDValue, wanted: [UUIDValue]) -> Self {
    Self("use_message_files", [.uuid(message), .uuidArray(wanted)])
  }
}

/// A row of `use_post_pictures`.
package struct UsePostPicturesRow: FunctionRow {
  package let file: UUIDValue
  package let isDocument: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    file = try cells.next()
    isDocument = try cells.next()
  }
}

extension FunctionCall<[UsePostPicturesRow]> {
  package static func usePostPictures(post: UUIDValue, wanted: [UUIDValue]) -> Self {
    Self("use_post_pictures", [.uuid(post), .uuidArray(wanted)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func useSchoolFiles(information: UUIDValue, wanted: [UUIDValue]) -> Self {
    Self("use_school_files", [.uuid(information), .uuidArray(wanted)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func useTicketFiles(message: UUIDValue, wanted: [UUIDValue]) -> Self {
    Self("use_ticket_files", [.uuid(message), .uuidArray(wanted)])
  }
}
