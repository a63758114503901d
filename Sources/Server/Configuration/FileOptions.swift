import ArgumentParser
import Files
import Foundation

/// Where the files of families and schools are kept, and how pictures are decoded.
struct FileOptions: ParsableArguments {
  /// The free bytes below which uploads may not find room.
  static let least = 2 << 30

  @Option(
    help: ArgumentHelp("The folder for files: where uploads arrive, and where files are kept unless S3 keeps them.", valueName: "path"))
  var filesFolder = "hatched-files"

  @Option(
    help: ArgumentHelp(
      "The address of the S3-compatible store that keeps the files, as in https://s3.example.org. [the folder keeps them]",
      valueName: "url"))
  var s3Endpoint: String?

  @Option(help: ArgumentHelp("The bucket of the store.", valueName: "name"))
  var s3Bucket: String?

  @Option(help: ArgumentHelp("The region with which requests to the store are signed.", valueName: "name"))
  var s3Region = "us-east-1"

  @Flag(help: "Name the bucket in the host, as AWS wants it, and not in the path.")
  var s3VirtualHost = false

  @Option(
    help: """
      How many pictures are decoded at a time, each in a process of its own; an account has one less at most. \
      [half the processors, 2 to 8]
      """)
  var pictureWorkers: Int?

  @Option(
    help: ArgumentHelp("The program that decodes pictures. [hatched-pictures beside hatched]", valueName: "path"))
  var pictureProgram: String?

  func validate() throws {
    if let pictureWorkers { try NumberRange("--picture-workers", 1...64).check(pictureWorkers) }
    guard !filesFolder.isEmpty else { throw ValidationError("--files-folder is empty.") }
  }

  var folder: FilesFolder { FilesFolder(filesFolder) }

  /// The place that keeps the files.
  /// - Throws: when a part of what S3 needs is missing or malformed.
  func store() throws -> any FileStore {
    let credentials = (EnvironmentVariable.s3AccessKeyID.value, EnvironmentVariable.s3SecretAccessKey.value)
    guard let s3Endpoint else {
      guard s3Bucket == nil, credentials.0 == nil, credentials.1 == nil else {
        throw ValidationError("A bucket or a key for S3 is given, and --s3-endpoint is not.")
      }
      return FolderStore(folder)
    }
    guard let s3Bucket else { throw ValidationError("--s3-bucket is missing: S3 needs an endpoint and a bucket.") }
    guard let id = credentials.0, let secret = credentials.1 else {
      throw (credentials.0 == nil ? EnvironmentVariable.s3AccessKeyID : .s3SecretAccessKey).isNotSet(for: "the key with which requests to S3 are signed")
    }
    guard let location = S3Location(endpoint: s3Endpoint, bucket: s3Bucket, region: s3Region, isVirtualHost: s3VirtualHost) else {
      throw ValidationError(
        "--s3-endpoint, --s3-bucket or --s3-region is malformed: they are as https://s3.example.org, hatched-files and eu-central-1.")
    }
    return S3Store(location, S3Credentials(id: id, secret: secret))
  }

  /// Whether the bytes of files travel to a store unencrypted, and not on this machine.
  var isUnencrypted: Bool {
    guard let s3Endpoint else { return false }
    return s3Endpoint.hasPrefix("http:") && s3Endpoint.firstMatch(of: /^http:\/\/(127\.[0-9.]+|\[::1\]|localhost)(:|\/|$)/) == nil
  }

  /// The workers that decode pictures; none is started yet.
  var pictures: PictureWorkers {
    PictureWorkers(
      program: pictureProgram ?? PictureWorkers.programBesideThis,
      count: pictureWorkers ?? min(8, max(2, ProcessInfo.processInfo.activeProcessorCount / 2)))
  }
}
