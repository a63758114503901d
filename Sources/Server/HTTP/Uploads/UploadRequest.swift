import Gateway
import NIOHTTP1

/// A request to the address of an upload, as far as its headers say what it wants.
enum UploadRequest {
  case state
  case withdraw
  case write(UploadWrite)

  static let methods = "PUT, HEAD, PATCH, DELETE"

  init(_ request: ReceivedRequest, _ draft: UploadDraft) throws(UploadRefusal) {
    switch request.method {
    case .HEAD: self = .state
    case .DELETE: self = .withdraw
    case .PUT, .PATCH: self = .write(try Self.write(request, draft))
    default: throw .method
    }
  }

  private static func write(_ request: ReceivedRequest, _ draft: UploadDraft) throws(UploadRefusal) -> UploadWrite {
    let headers = request.headers
    // RFC 9110, section 8.4. "identity" is not to be sent, and harmless.
    if let coding = headers.list("content-encoding"), coding.lowercased() != "identity" { throw .encoding }
    // RFC 9110, section 14.5: a part of a file must not be taken for the whole.
    if headers.contains(name: "content-range") { throw .contentRange }
    let length: Int? = if case .arriving(let body) = request.body { body.length } else { nil }
    let fileLength = StructuredItem.integer("upload-length", in: headers)
    guard request.method == .PATCH else {
      return UploadWrite(.anew, isLast: draft.isComplete(headers) ?? true, length: length, fileLength: fileLength)
    }
    guard draft.isAppendable(headers) else { throw .appendedType }
    guard let offset = StructuredItem.integer("upload-offset", in: headers) else { throw .header("Upload-Offset", "a number of bytes") }
    guard let isLast = draft.isComplete(headers) else {
      throw draft.version == 3 ? .header("Upload-Incomplete", "?0 or ?1") : .header("Upload-Complete", "?0 or ?1")
    }
    return UploadWrite(.after(offset), isLast: isLast, length: length, fileLength: fileLength)
  }
}

/// The reason why a request to the address of an upload is not carried out, whatever the state of the upload.
enum UploadRefusal: Error, Hashable {
  case method
  case encoding
  case contentRange
  case appendedType
  /// - Parameter form: the form of the header's value.
  case header(String, _ form: String)

  var status: HTTPResponseStatus {
    switch self {
    case .method: .methodNotAllowed
    case .encoding, .appendedType: .unsupportedMediaType
    case .contentRange, .header: .badRequest
    }
  }

  var message: String {
    switch self {
    case .method: "The address of an upload allows the methods \(UploadRequest.methods)."
    case .encoding: "The file must not be compressed: send it without Content-Encoding."
    case .contentRange: "PUT sends the whole file. Send a part by PATCH, with Upload-Offset."
    case .appendedType: "Bytes are appended by a PATCH whose Content-Type is \(UploadDraft.mediaType)."
    case .header(let name, let form): "PATCH needs the header \(name), with \(form)."
    }
  }
}
