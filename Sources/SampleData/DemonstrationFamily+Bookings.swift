import SQL

extension DemonstrationFamily {
  /// A provider in the directory, its services and a time of its own, and the bookings of the family.
  var serviceTables: [SampleTable] {
    [providersTable, servicesTable, providerSlotsTable, bookingsTable, accountNotificationsTable]
  }

  private var providersTable: SampleTable {
    table(
      "providers",
      [
        "account_id", "id", "directory_id", "is_listed", "name", "text", "area", "languages", "time_zone", "hour_days", "hour_starts",
        "hour_ends", "created_at", "updated_at",
      ], [DemonstrationProvider.name]
    ) { [created] name, text in
      text.appendRow(
        DemonstrationProvider.accountID, DemonstrationProvider.id, DemonstrationProvider.directoryID, "t", name,
        "Lessons at your home, and walks with dogs.", "Brooklyn", "{en,es}", Self.timeZone, "{MONDAY,WEDNESDAY,FRIDAY,SATURDAY}",
        "{13:00,13:00,13:00,09:00}", "{19:00,19:00,19:00,17:00}", created, created)
    }
  }

  private typealias OfferedService = (kind: String, name: String, text: String?, price: String, per: String, isEnded: Bool)

  private static let offered: [OfferedService] = [
    ("TUTORING", "Maths lessons", "For grades 5 to 12.", "38.50", "HOUR", false), ("PETS", "A walk with the dog", nil, "25", "VISIT", false),
    ("OTHER", "Piano tuning", "No longer.", "120", "VISIT", true),
  ]

  private var servicesTable: SampleTable {
    table(
      "services",
      [
        "account_id", "id", "provider_id", "kind", "name", "text", "price", "currency", "per", "ended_at", "input_hash", "created_at",
        "updated_at",
      ], Array(Self.offered.enumerated())
    ) { [created] numbered, text in
      let (index, service) = numbered
      text.appendRow(
        DemonstrationProvider.accountID, Self.key(.service, index + 1), DemonstrationProvider.id, service.kind, service.name, service.text,
        service.price, "USD", service.per, service.isEnded ? created + Moment.day : nil, "\\x" + String(repeating: "00", count: 32), created,
        created)
    }
  }

  /// The provider is away for a day.
  private var providerSlotsTable: SampleTable {
    let start = Moment(referenceDay.adding(days: 20))
    return table(
      "provider_slots", ["account_id", "id", "provider_id", "kind", "is_pending", "starts_at", "ends_at", "created_at"], [1]
    ) { [created] number, text in
      text.appendRow(
        DemonstrationProvider.accountID, Self.key(.busyTime, number), DemonstrationProvider.id, "BUSY", "f", start, start + Moment.day, created)
    }
  }

  private typealias MadeBooking = (
    service: Int, day: Int, hours: Int, note: String?, place: String?, state: String, cancelledBy: String?, reason: String?
  )

  private static let booked: [MadeBooking] = [
    (1, 3, 2, "Fractions, please.", "12 Oak Street", "CONFIRMED", nil, nil), (1, 10, 1, nil, nil, "PENDING", nil, nil),
    (1, -4, 2, nil, "12 Oak Street", "DONE", nil, nil), (2, -8, 1, nil, nil, "CANCELLED", "FAMILY", "The dog is ill."),
  ]

  private var bookingsTable: SampleTable {
    table(
      "bookings",
      [
        "family_id", "id", "service_id", "starts_at", "ends_at", "note", "place", "state", "cancelled_by", "reason", "done_at", "created_at",
        "updated_at",
      ], Array(Self.booked.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, booking) = numbered
      let start = Moment(referenceDay.adding(days: booking.day), offset: 18 * Moment.hour)
      let end = start + booking.hours * Moment.hour
      let made = Moment(referenceDay.adding(days: -12), offset: 12 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.booking, index + 1), Self.key(.service, booking.service), start, end, booking.note, booking.place, booking.state,
        booking.cancelledBy, booking.reason, booking.state == "DONE" ? end : nil, made, made)
    }
  }

  private var accountNotificationsTable: SampleTable {
    let told = Moment(referenceDay.adding(days: -12), offset: 12 * Moment.hour)
    let day = referenceDay.adding(days: 10)
    return table(
      "account_notifications",
      ["account_id", "id", "kind", "event", "arguments", "created_at", "updated_at", "read_at", "deleted_at"], [1, 2]
    ) { number, text in
      let isOld = number == 2
      text.appendRow(
        DemonstrationProvider.accountID, Self.key(.accountNotification, number), "BOOKING", "BOOKING",
        NoticeArguments.json(["title": "Maths lessons", "person": "Rivera", "dueDate": day.text, "time": "14:00"]), told, told, isOld ? told : nil,
        isOld ? told : nil)
    }
  }
}
