import GraphQL
import Planning
import SQL

/// `Service` (ME-08): what a provider offers, at a price. One that is offered no more stays for the bookings of it.
enum Service: WritableType {
  enum Column: String, ColumnName {
    case id, kind, name, text, price, currency, per
    case accountID = "account_id"
    case providerID = "provider_id"
    case endedAt = "ended_at"
    case inputHash = "input_hash"
  }

  /// The most services that a provider offers.
  static let maximum = 100

  static let constraints: [ConstraintRule] = [
    .unreachable("services_provider", "the provider is locked"),
    .unreachable("services_kind", "the enum has the same values"),
    .unreachable("services_name", "the input has the same bounds"),
    .unreachable("services_text", "the input has the same bounds"),
    .unreachable("services_currency", "the scalar has the same values"),
    .unreachable("services_per", "the enum has the same values"),
    .unreachable("services_hash", "a hash of 256 bits"),
  ]

  static let entity = Entity<Viewer>(
    "Service", table: "services", scope: .directory, visibility: .wholeScope, extent: .unbounded, order: [.ascending("name")],
    version: VersionScope.directory,
    stored: [
      .signedIn: ["id", "provider", "kind", "name", "text", "price", "currency", "per", "createdAt", "updatedAt", "version"]
    ])

  static let rules = WriteRules(
    checkViolations: [
      "services_price": (["price"], "\"price\" must be above 0."),
      "services_minor_unit": (["price", "currency"], "\"price\" must have at most as many decimals as the currency's minor unit: LIMIT."),
    ],
    locks: { rows throws(MutationFailure) in try await ProviderWriting.lock(rows) },
    beforeUpdate: { input, _, rows throws(MutationFailure) in try await ProviderWriting.count(input, rows) })

  /// The services of the directory, by the arguments of `Query.services`.
  static func isListed(_ service: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    func contains(_ columns: [SQL], _ argument: String) -> SQL {
      let sought = arguments.value(argument, as: .textWithin(1...200))
      let parts = columns.map { column -> SQL in "strpos(lower(\(column)), lower(\(sought))) > 0" }
      return "(\(parts.joined(separator: " OR ")))"
    }
    var conditions: [SQL] = ["\(service["ended_at"]) IS NULL"]
    if arguments.isGiven("kind") { conditions.append("\(service["kind"]) = \(arguments.value("kind", as: .operand(.text)))") }
    var ofProvider: [SQL] = [
      "offering.account_id = \(service["account_id"])", "offering.id = \(service["provider_id"])", "offering.is_listed",
    ]
    if arguments.isGiven("text") {
      ofProvider.append(contains([service["name"], service["text"], "offering.name", "offering.text"], "text"))
    }
    if arguments.isGiven("area") { ofProvider.append(contains(["offering.area"], "area")) }
    if arguments.isGiven("language") {
      ofProvider.append(
        """
        EXISTS (SELECT 1 FROM unnest(offering.languages) AS spoken (tag) \
        WHERE lower(spoken.tag) = lower(\(arguments.value("language", as: .textWithin(1...35)))))
        """)
    }
    let providers: SQL = "\(unescaped: "providers", reading: .version(VersionScope.directory))"
    conditions.append("EXISTS (SELECT 1 FROM \(providers) offering WHERE \(ofProvider.joined(separator: " AND ")))")
    return conditions.joined(separator: " AND ")
  }

  /// Adds a service of the provider that the account is. The same input sent again adds no second one.
  static var create: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let name = try input.text("name", characters: 1...200, lines: .name) ?? ""
      let text = try input.optionalText("text", characters: 1...5_000, lines: .many)
      guard let price = try input.exactDecimal("price"), let currency = try input.currency("currency") else { throw input.notFound("price") }
      let provider = try await ProviderWriting.locked(input, rows)
      let hash: SQL = "sha256(convert_to(\(bind: .text(input.canonicalText)), 'UTF8'))"
      let account = try rows.account().accountID
      let known = try await rows.found(Service.self, columns: [.id], computed: [{ "(\($0["input_hash"]) = \(hash))" }]) {
        "\($0[.id]) = \(bind: .uuid(id)) AND \($0[.accountID]) = \(bind: .uuid(account))"
      }
      if known.count == 1 {
        if known.isTrue(row: 0, column: 1) { return ["service": id] }
        throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
      }
      let offered = try await rows.found(Service.self, columns: [.id]) {
        "\($0[.providerID]) = \(bind: .uuid(provider)) AND \($0[.endedAt]) IS NULL"
      }
      guard offered.count < maximum else {
        throw .refused(
          "A provider offers at most \(maximum) services.", code: .limitExceeded, at: input.place,
          extensions: [.init("limit", .string("services")), .init("maximum", .number("\(maximum)"))])
      }
      // One that is offered no more stays: the limit above does not bound the rows.
      try await rows.count(
        "newServices", "services", by: account.description, atMost: Int32(maximum), within: 86_400, at: input.place)
      try await rows.insert(
        Service.self, key: id,
        [
          Service.set(.providerID, .uuid(provider)), Service.set(.kind, .text(input.enumValue("kind") ?? "")),
          Service.set(.name, .text(name)), Service.set(.text, text.map { .text($0) } ?? .null(.text)), Service.set(.price, price),
          Service.set(.currency, currency), Service.set(.per, .text(input.enumValue("per") ?? "")), Service.set(.inputHash, sql: hash),
        ])
      return ["service": id]
    }
  }

  /// Ends the offer of a service.
  static var delete: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let account = try rows.account().accountID
      try await ProviderWriting.lock(rows)
      let ended = try await rows.update(Service.self, [Service.setNow(.endedAt)]) {
        "\($0[.id]) = \(bind: .uuid(id)) AND \($0[.accountID]) = \(bind: .uuid(account)) AND \($0[.endedAt]) IS NULL"
      }
      guard ended == [id] else { throw input.notFound("id") }
      return ["id": id]
    }
  }
}
