import Foundation
import TestSupport
import Testing

@testable import Server

/// Every setting of the server stands in docs/configuration.md, in .env.example and in `hatched settings`, and these have no others.
@Suite struct SettingsTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  // MARK: The declarations

  @Test func `Every option and every variable is a setting, once`() {
    let settings = Setting.all
    #expect(settings.count > 80)
    #expect(Set(settings.map(\.variable)).count == settings.count)
    let variables = Set(settings.map(\.variable))
    for variable in EnvironmentVariable.allCases { #expect(variables.contains(variable.rawValue)) }
    // A name in brackets in the help of a flag is a variable that the program reads.
    for setting in settings where setting.isReadByName { #expect(EnvironmentVariable(rawValue: setting.variable) != nil, "\(setting)") }
    for setting in settings { #expect(!setting.help.isEmpty, "say in EnvironmentVariable.help what \(setting.variable) is for") }
    for setting in settings where setting.flag == nil { #expect(setting.isReadByName) }
  }

  @Test func `Variables that docker-compose.yml reads itself are no settings`() {
    #expect(SettingVariables.ofDockerCompose.isDisjoint(with: Setting.all.map(\.variable)))
  }

  // MARK: docs/configuration.md

  /// A row of the tables of docs/configuration.md: variables, flags, defaults.
  private struct Row {
    let variables: [String]
    let flags: [String]
    let standards: [String]
  }

  private static func rows() throws -> [Row] {
    try text("docs/configuration.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
      guard line.hasPrefix("|"), cells.count >= 6 else { return nil }
      return Row(
        variables: cells[1].matches(of: /`([A-Z][A-Z0-9_]+)`/).map { String($0.output.1) },
        flags: cells[2].matches(of: /`(--[a-z0-9-]+)/).map { String($0.output.1) },
        standards: cells[3].split(separator: ",").map { $0.filter { $0 != "`" }.trimmingCharacters(in: .whitespaces) })
    }
  }

  @Test func `docs/configuration.md has every setting with its default, and no other`() throws {
    let rows = try Self.rows()
    let (flags, variables) = (rows.flatMap(\.flags), rows.flatMap(\.variables))
    #expect(Set(flags).count == flags.count && Set(variables).count == variables.count, "one is there twice")
    let settings = Setting.all
    let known = Set(settings.compactMap(\.flag)).union(Setting.options(of: Migrate.self).compactMap(\.flag))
    for flag in flags { #expect(known.contains(flag), "docs/configuration.md has \(flag), which there is not") }
    for variable in variables {
      #expect(EnvironmentVariable(rawValue: variable) != nil, "docs/configuration.md has \(variable), which there is not")
    }
    for setting in settings {
      if setting.isReadByName {
        #expect(variables.contains(setting.variable), "docs/configuration.md needs a row: \(Self.row(setting))")
      }
      guard let flag = setting.flag else { continue }
      guard let row = rows.first(where: { $0.flags.contains(flag) }), let place = row.flags.firstIndex(of: flag) else {
        Issue.record("docs/configuration.md needs a row: \(Self.row(setting))")
        continue
      }
      guard let standard = setting.standard, standard.wholeMatch(of: /[0-9a-z.]+/) != nil else { continue }
      let documented = row.standards.indices.contains(place) ? row.standards[place] : ""
      #expect(documented == standard, "docs/configuration.md has another default of \(flag)")
    }
  }

  private static func row(_ setting: Setting) -> String {
    let variable = setting.isReadByName ? "`\(setting.variable)`" : ""
    return "| \(variable) | \(setting.flag.map { "`\($0)`" } ?? "") | \(setting.standard ?? "none") | \(setting.help) |"
  }

  // MARK: .env.example and docker-compose.yml

  private static let marker = "# ---- Below: what `hatched settings --compose` prints ----\n"

  @Test func `.env.example ends with what hatched settings --compose prints`() async throws {
    let printed = try await ChildProcess.run(.hatched, ["settings", "--compose"])
    #expect(printed.status == 0, "\(printed.errors)")
    let parts = try Self.text(".env.example").split(separator: Self.marker, maxSplits: 1)
    let head = String(try #require(parts.first))
    if ProcessInfo.processInfo.environment["HATCHED_RECORD_SETTINGS"] == "1" {
      try Data((head + Self.marker + printed.output).utf8).write(to: Self.repository.appending(path: ".env.example"))
      return
    }
    #expect(
      parts.count == 2 && parts[1] == printed.output,
      "write it anew: HATCHED_RECORD_SETTINGS=1 scripts/test --filter SettingsTests")
    // The settings above the marker are some of those below, and those of Docker.
    let names = head.matches(of: /(?m)^#?([A-Z][A-Z0-9_]+)=/).map { String($0.output.1) }
    let known = Set(Setting.ofDockerCompose.map(\.variable)).union(SettingVariables.ofDockerCompose).union(["POSTGRES_PASSWORD", "PORT"])
    for name in names { #expect(known.contains(name), ".env.example has \(name), which there is not") }
  }

  @Test func `Every setting is in .env.example or set by docker-compose.yml`() throws {
    let example = try Self.text(".env.example")
    let compose = try Self.text("docker-compose.yml")
    for setting in Setting.all {
      let isThere = try example.contains(Regex("(?m)^#?\(setting.variable)=")) || compose.contains(Regex("(?m)^ +\(setting.variable): "))
      // Servers on several machines need it; one beside its PostgreSQL does not.
      #expect(isThere || setting.variable == "LISTEN_DATABASE_URL", "\(setting.variable)")
    }
    for name in compose.matches(of: /\$\{([A-Z_]+)/).map(\.output.1) {
      let isThere = try example.contains(Regex("(?m)^#?\(name)="))
      #expect(isThere, "docker-compose.yml reads \(name), which .env.example does not have")
    }
  }

  @Test("docker-compose.yml is valid, passes .env on, and keeps passwords from those that do not need them", .enabled(if: Program.python.isThere))
  func compose() async throws {
    let end = try await ChildProcess.run(
      .python,
      [
        "-c",
        """
        import sys
        try:
            import yaml
        except ImportError:
            sys.exit(77)
        root = sys.argv[1]
        services = yaml.safe_load(open(root + "/docker-compose.yml"))["services"]
        assert set(services) == {"postgres", "migrate", "gateway", "welcome"}, services
        for name in ["migrate", "gateway", "welcome"]:
            service = services[name]
            assert service["env_file"] == [".env"], name
            assert name == "migrate" or service["read_only"] and service["cap_drop"] == ["ALL"], name
            for secret in ["POSTGRES_PASSWORD", "HATCHED_OWNER_PASSWORD", "HATCHED_APP_PASSWORD", "HATCHED_WORKER_PASSWORD"]:
                assert service["environment"][secret] == "", (name, secret)
            assert "run scripts/new-env" in service["environment"]["HATCHED_TOKEN_SECRETS"], name
        gateway = services["gateway"]["environment"]
        assert gateway["MIGRATION_DATABASE_URL"] == "" and gateway["PORT"] == "8080" and gateway["HOST"] == "0.0.0.0"
        assert all(port.split(":-")[1].startswith("127.0.0.1:") for port in services["gateway"]["ports"])
        assert services["gateway"]["healthcheck"]["test"] == ["CMD", "hatched", "health"]
        assert services["welcome"]["environment"]["HATCHED_DEMO"] == "${HATCHED_DEMO:-off}"
        assert "env_file" not in services["postgres"]
        for name in ["POSTGRES_PASSWORD", "HATCHED_OWNER_PASSWORD", "HATCHED_APP_PASSWORD", "HATCHED_WORKER_PASSWORD"]:
            assert ":?" in services["postgres"]["environment"][name], name
        """, Self.repository.path,
      ])
    #expect(end.status == 0 || end.status == 77, "\(end.errors)")
  }

  @Test func `scripts/new-env fills in passwords and secrets, once`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "new-env-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]]
    let script = Self.repository.appending(path: "scripts/new-env").path
    let end = try await ChildProcess.run(.bash, [script, "--file", file.path], environment: path)
    #expect(end.status == 0, "\(end.errors)")
    let text = try String(contentsOf: file, encoding: .utf8)
    let required = ["POSTGRES_PASSWORD", "HATCHED_OWNER_PASSWORD", "HATCHED_APP_PASSWORD", "HATCHED_WORKER_PASSWORD", "HATCHED_TOKEN_SECRETS"]
    let secrets = try required.map { name in
      let line = try Regex("(?m)^\(name)=([0-9a-f]{64})$", as: (Substring, Substring).self)
      return try #require(text.firstMatch(of: line)?.output.1)
    }
    #expect(Set(secrets).count == required.count)
    let example = try Self.text(".env.example")
    let emptied = text.replacing(/(?m)^([A-Z_]+)=[0-9a-f]{64}$/) { "\($0.output.1)=" }
    #expect(emptied == example)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    let again = try await ChildProcess.run(.bash, [script, "--file", file.path], environment: path)
    #expect(again.status == 1 && again.errors.contains("is there already"), "\(again.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)

    let demonstration = FileManager.default.temporaryDirectory.appending(path: "new-env-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: demonstration) }
    let third = try await ChildProcess.run(.bash, [script, "--demo", "--file", demonstration.path], environment: path)
    #expect(third.status == 0, "\(third.errors)")
    #expect(!text.contains("\nHATCHED_DEMO="))
    #expect(try String(contentsOf: demonstration, encoding: .utf8).contains("\nHATCHED_DEMO=on\n"))
  }

  @Test func `The image has what it is built from and what it runs`() throws {
    let docker = try Self.text("Dockerfile")
    #expect(docker.contains("COPY . .") && docker.contains("LICENSE"))
    #expect(docker.contains(/HEALTHCHECK .* CMD \["hatched", "health"\]/))
    let ignored = try Self.text(".dockerignore").split(separator: "\n").map(String.init)
    for name in [".build*/", ".git/", ".env", "files/"] { #expect(ignored.contains(name), "\(name)") }
    // The program embeds these, and the package names the folders of its tests.
    for name in ["schema", "migrations", "Tests", "LICENSE", "CHANGELOG.md", "Package.resolved"] {
      #expect(!ignored.contains { $0.hasPrefix(name) }, "\(name)")
    }
  }

  // MARK: Variables of options

  private func run(_ arguments: [String], _ environment: [String: String]) async throws -> ChildProcess.End {
    try await ChildProcess.run(.hatched, arguments, environment: environment)
  }

  @Test func `An option's variable counts as the option, and the option wins`() async throws {
    let database = try await SchoolDatabase("settings", families: 1)
    let query = #"{"query":"{ family { students(first: 61) { id } } }"}"#
    for (options, isRefused) in [([], true), (["--max-page-size", "100"], false)] as [([String], Bool)] {
      try await RunningServer.run(on: database.app, options, environment: ["HATCHED_MAX_PAGE_SIZE": "60"]) { server in
        let answer = try await server.ask(for: database, body: query)
        #expect(answer.text.contains("LIMIT_EXCEEDED") == isRefused, "\(answer.text)")
      }
    }
  }

  @Test(
    "A variable that cannot be used is named",
    arguments: [
      ("HATCHED_MAX_CONNECTIONS", "many", "The value 'many' is invalid for '--max-connections"),
      ("HATCHED_MAX_CONNECTIONS", "0", "--max-connections must be between 1 and 100000"),
      ("HATCHED_COMPRESSION", "maybe", "The value 'maybe' is invalid for '--compression"),
      ("HATCHED_TRUSTED_DOCUMENTS_ONLY", "maybe", "use on or off"),
    ])
  func unusable(variable: String, value: String, message: String) async throws {
    for command in ["serve", "doctor"] {
      let end = try await run([command], [variable: value, "DATABASE_URL": "host=/nowhere", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
      #expect(end.status == Server.ExitStatus.usage.rawValue, "\(end.errors)")
      #expect(end.errors.contains("\(variable) is \"\(value)\"") && end.errors.contains(message), "\(end.errors)")
    }
  }

  @Test func `A switch's variable is on or off`() async throws {
    let environment = ["DATABASE_URL": "host=/nowhere dbname=x", "HATCHED_TOKEN_SECRETS": RunningServer.secret, "PORT": "0"]
    let on = try await run(["serve"], environment.merging(["HATCHED_TRUSTED_DOCUMENTS_ONLY": "on"]) { $1 })
    #expect(on.errors.contains("--trusted-documents-only needs --trusted-documents PATH"), "\(on.errors)")
    let off = try await run(["doctor"], environment.merging(["HATCHED_TRUSTED_DOCUMENTS_ONLY": "off"]) { $1 })
    #expect(off.output.contains("others are executed, too"), "\(off.output)")
  }

  @Test func `A misspelt variable is told of at the start`() async throws {
    let database = try await SchoolDatabase("settings_misspelt", families: 1)
    try await RunningServer.run(on: database.app, environment: ["HATCHED_MAX_CONECTIONS": "10", "HATCHED_MAX_PAGE_SIZE": "100"]) { server in
      let lines = try server.process.errors.split(separator: "\n").filter { $0.contains("no variable of this program") }
      #expect(lines.count == 1 && lines[0].contains("HATCHED_MAX_CONECTIONS") && lines[0].contains("hatched settings"), "\(lines)")
    }
  }

  // MARK: Version

  @Test func `The version is that of CHANGELOG.md, in --version, the log and the metrics`() async throws {
    let changelog = try Self.text("CHANGELOG.md")
    let newest = try #require(changelog.firstMatch(of: /(?m)^## 0\.(\d+)\.0/)?.output.1.description)
    let unreleased = try #require(changelog.firstMatch(of: #/(?ms)^## Unreleased\n(.*?)^## /#)?.output.1)
    let next = "0.\((Int(newest) ?? 0) + 1).0-dev"
    #expect(Release.version == (unreleased.contains("\n- ") ? next : "0.\(newest).0"))
    let end = try await run(["--version"], [:])
    #expect(end.status == 0)
    let printed = end.output.wholeMatch(of: /(\S+) \(build [0-9a-f]{12}\)\n/)?.output.1
    #expect(printed.map { String($0) } == Release.version, "\(end.output)")
    let database = try await SchoolDatabase("settings_version", families: 1)
    try await RunningServer.run(on: database.app, RunningServer.admin) { server in
      let log = try server.process.errors
      #expect(log.contains("version=\(Release.version)"))
      let metrics = try await server.admin("/metrics").text
      #expect(metrics.contains("hatched_build_info{version=\"\(Release.version)\",build=\""))
    }
  }

  @Test func `Every command has examples in its help`() async throws {
    let commands = [
      [], ["serve"], ["migrate"], ["seed"], ["token"], ["school"], ["school", "create"], ["school", "list"], ["school", "invite"], ["schema"],
      ["explain"], ["health"], ["overdue"], ["mail"], ["push"], ["files"], ["upload"], ["doctor"], ["settings"],
      ["terms"], ["terms", "publish"], ["ticket"], ["ticket", "list"], ["ticket", "answer"], ["ticket", "close"],
      ["provider"], ["provider", "list"], ["provider", "admit"], ["provider", "withdraw"],
    ]
    for command in commands {
      let end = try await run(command + ["--help"], [:])
      #expect(end.status == 0 && end.output.contains("Examples:\n"), "hatched \(command.joined(separator: " "))")
      // A line of 80 columns or more is broken where nobody can paste it.
      let examples = end.output.split(separator: "Examples:\n").last?.split(separator: "\n\n").first ?? ""
      for line in examples.split(separator: "\n") { #expect(line.hasPrefix("  "), "hatched \(command.joined(separator: " ")): \(line)") }
    }
    let listed = try await run(["--help"], [:]).output.matches(of: /(?m)^  ([a-z]+) {2,}[A-Z]/).map { String($0.output.1) }
    #expect(Set(listed).subtracting(["help"]) == Set(commands.compactMap(\.first)))
  }
}
