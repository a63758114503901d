import GraphQL
import Planning
import SQL

/// `createUpload`.
package enum UploadCreation {
  /// The most bytes of a file: 25 MiB.
  package static let maximumBytes: Int32 = 26_214_400
  static let maximumOpen: Int32 = 50
  static let maximumOfDay: Int32 = 200
  static let maximumFiles: Int32 = 20_000
  /// The most bytes of the files of a family, or of an account: 2 GiB.
  static let maximumOfHome: Int64 = 2 << 30
  /// The most bytes of the files of a school: 20 GiB.
  static let maximumOfSchool: Int64 = 20 << 30

  static var create: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let (id, name, bytes, hash) = (try input.newID(), try name(input), try bytes(input), try hash(input))
      let school = input.isGiven("schoolId") && !input.isNull("schoolId") ? try input.requiredID("schoolId") : nil
      guard let room = try await rows.call(.uploadRoom(school: school)).first else { throw input.notFound("schoolId") }
      // The same input again is no further upload.
      if try await rows.row(Upload.self, key: id, columns: [.id]).count == 0 { try check(room, adding: bytes, school != nil, input) }
      switch try await rows.call(.addUpload(upload: id, home: room.homeID, fileName: name, size: bytes, hash: hash)) {
      case .done, .same: return ["upload": id]
      case .other: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
      }
    }
  }

  private static func check(
    _ room: UploadRoomRow, adding bytes: Int32, _ isOfSchool: Bool, _ input: MutationInput
  ) throws(MutationFailure) {
    guard room.openUploads < maximumOpen else {
      throw limit("An account has at most \(maximumOpen) open uploads: end one first.", "openUploads", Int64(maximumOpen), input)
    }
    guard room.uploadsOfDay < maximumOfDay else {
      throw .tooMany(
        "uploads", limit: "uploadsOfDay", maximum: maximumOfDay, retryAfter: room.seconds, at: input.place)
    }
    let home = isOfSchool ? "school" : "family or an account"
    guard room.files < maximumFiles else {
      throw limit("A \(home) has at most \(maximumFiles) files.", "files", Int64(maximumFiles), input)
    }
    let most = isOfSchool ? maximumOfSchool : maximumOfHome
    guard room.bytes + Int64(bytes) <= most else {
      throw limit(
        "The files of a \(home) have at most \(most) bytes together.", "bytesOfFiles", most, input, value: room.bytes + Int64(bytes))
    }
  }

  private static func limit(
    _ message: String, _ name: String, _ maximum: Int64, _ input: MutationInput, at field: String? = nil, value: Int64? = nil
  ) -> MutationFailure {
    .refused(
      message, code: .limitExceeded, at: field.map { input.path(of: $0) } ?? input.place,
      extensions: [.init("limit", .string(name)), .init("maximum", .number("\(maximum)"))]
        + (value.map { [.init("value", .number("\($0)"))] } ?? []))
  }

  /// The name as it was given. `FileName` cleans it when the content has come: something has to be left then.
  private static func name(_ input: MutationInput) throws(MutationFailure) -> String {
    let name = try input.text("name", characters: 1...1000) ?? ""
    let last = name.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? []
    let kept = last.drop { $0 == "." || $0.properties.isWhitespace }
    guard (1...255).contains(kept.count), !TextLines.isBlank(String(String.UnicodeScalarView(kept))) else {
      throw .invalid(
        "\"name\" must have 1 to 255 characters behind the last slash, without leading dots, got \(kept.count).", at: input.path(of: "name"))
    }
    return name
  }

  private static func bytes(_ input: MutationInput) throws(MutationFailure) -> Int32 {
    let bytes = try input.integer("bytes") ?? 0
    guard bytes > 0 else { throw .invalid("\"bytes\" must be at least 1: a file has content.", at: input.path(of: "bytes")) }
    guard bytes <= maximumBytes else {
      throw limit(
        "A file has at most \(maximumBytes) bytes.", "fileBytes", Int64(maximumBytes), input, at: "bytes", value: Int64(bytes))
    }
    return bytes
  }

  private static func hash(_ input: MutationInput) throws(MutationFailure) -> SQLValue {
    guard let text = try input.text("sha256", characters: 64...64) else { return .null(.bytea) }
    guard text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      throw .invalid("\"sha256\" must be 64 hexadecimal digits.", at: input.path(of: "sha256"))
    }
    return .literal("\\x\(text.lowercased())", .bytea)
  }
}
