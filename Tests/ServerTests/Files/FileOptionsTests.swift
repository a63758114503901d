import ArgumentParser
import Files
import Testing

@testable import Server

@Suite struct FileOptionsTests {
  @Test func `Without S3 the folder keeps files`() throws {
    let options = try FileOptions.parse(["--files-folder", "/var/lib/hatched/"])
    #expect(options.folder.path == "/var/lib/hatched")
    #expect(try options.store().label == "folder /var/lib/hatched")
    #expect(options.pictures.program.hasSuffix("/hatched-pictures"))
    #expect(2...8 ~= options.pictures.count)
  }

  @Test(arguments: [
    ["--picture-workers", "0"], ["--picture-workers", "65"], ["--files-folder", ""],
  ]) func `Values out of bounds are refused`(arguments: [String]) {
    #expect(throws: (any Error).self) { try FileOptions.parse(arguments) }
  }

  @Test(arguments: [
    ["--s3-bucket", "files"], ["--s3-endpoint", "https://s3.example.org"], ["--s3-endpoint", "s3.example.org", "--s3-bucket", "files"],
    ["--s3-endpoint", "https://s3.example.org", "--s3-bucket", "files"],
  ]) func `S3 needs an endpoint, a bucket and a key`(arguments: [String]) throws {
    let options = try FileOptions.parse(arguments)
    #expect(throws: (any Error).self) { try options.store() }
  }

  @Test(arguments: [
    ("https://s3.example.org", false), ("http://127.0.0.1:9000", false), ("http://localhost:9000", false), ("http://[::1]:9000", false),
    ("http://minio:9000", true), ("http://127.example.org", true), ("http://localhost.example.org", true),
  ]) func `Only on this machine may files travel unencrypted unnoticed`(endpoint: String, isUnencrypted: Bool) throws {
    #expect(try FileOptions.parse(["--s3-endpoint", endpoint, "--s3-bucket", "files"]).isUnencrypted == isUnencrypted)
  }
}
