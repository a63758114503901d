/// The cards and the card reader of Hill School, and what it and the parents write to each other.
extension DemonstrationFamily {
  /// The reader at the gate.
  package static let cardReaderID = key(.cardReader, 1)
  /// Its token. It opens nothing but a demonstration.
  package static let cardReaderToken = "hatched_reader_ZGVtb25zdHJhdGlvbi1yZWFkZXItb2YtaGlsbC1zY2g"
  /// The SHA-256 of the token, as a test checks.
  package static let cardReaderTokenHash =
    "54ea4da18663c2c1eb122f2ac8b39883a60cf8600698196d467eb58de2e6ba08"

  var cardTables: [SampleTable] {
    [
      cardReadersTable, cardReaderTokensTable, pickupCardsTable, pickupCardCodesTable, pickupBarsTable, schoolNoticesTable,
      pickupTimesTable, classMessagesTable, messageReadsTable, staffMessageReadsTable, staffDevicesTable,
      schoolIdempotencyKeysTable,
    ]
  }

  private var cardReadersTable: SampleTable {
    let revoked = Moment(referenceDay.adding(days: -20), offset: 16 * Moment.hour)
    return table(
      "card_readers", ["school_id", "id", "name", "byte_order", "revoked_at", "created_at", "updated_at"],
      [(number: 1, name: "Gate", isRevoked: false), (number: 2, name: "Side door", isRevoked: true)]
    ) { [created] reader, text in
      text.appendRow(
        Self.schoolID, Self.key(.cardReader, reader.number), reader.name, "AS_PRINTED",
        reader.isRevoked ? revoked : nil, created, reader.isRevoked ? revoked : created)
    }
  }

  private var cardReaderTokensTable: SampleTable {
    table("card_reader_tokens", ["school_id", "reader_id", "token_hash"], [Self.cardReaderID]) { reader, text in
      text.appendRow(Self.schoolID, reader, "\\x" + Self.cardReaderTokenHash)
    }
  }

  private var pickupCardsTable: SampleTable {
    let lost = Moment(referenceDay.adding(days: -6), offset: 16 * Moment.hour)
    return table(
      "pickup_cards",
      ["family_id", "id", "member_id", "school_id", "blocked_at", "created_at", "updated_at"],
      [(number: 1, owner: DemonstrationPerson.elena, isLost: true), (number: 2, owner: .mateo, isLost: false)]
    ) { [created] card, text in
      text.appendRow(
        Self.id, Self.key(.pickupCard, card.number), card.owner.id, Self.schoolID, card.isLost ? lost : nil, created,
        card.isLost ? lost : created)
    }
  }

  /// No card has this code, which a server's own secret would make: no reader finds the card.
  private var pickupCardCodesTable: SampleTable {
    table("pickup_card_codes", ["school_id", "card_hash", "card_id", "held_by"], [Self.key(.pickupCard, 2)]) { card, text in
      text.appendRow(Self.schoolID, "\\x" + String(repeating: "00", count: 32), card, Self.id)
    }
  }

  /// The bar of a student who has left the school.
  private var pickupBarsTable: SampleTable {
    table("pickup_bars", ["school_id", "student_number", "account", "created_at"], [DemonstrationStaff.otherTeacher]) {
      [created] person, text in text.appendRow(Self.schoolID, "0907", person.accountID, created)
    }
  }

  private var schoolNoticesTable: SampleTable {
    let closing = Moment(referenceDay.adding(days: -2), offset: 20 * Moment.hour)
    return table("school_notices", ["family_id", "id", "enrolment_id", "kind", "person_name", "created_at"], [2, 1]) {
      enrolment, text in
      text.appendRow(
        Self.id, Self.key(.schoolNotice, enrolment), Self.key(.enrolment, enrolment), "LEFT_WAITING", nil as String?, closing)
    }
  }

  private var pickupTimesTable: SampleTable {
    table(
      "pickup_times", ["family_id", "id", "enrolment_id", "days", "time", "note", "created_at", "updated_at"],
      [(enrolment: 1, days: "{MONDAY,WEDNESDAY,FRIDAY}", time: "15:00:00"), (enrolment: 2, days: "{TUESDAY}", time: "14:15:00")]
    ) { [created] pickup, text in
      text.appendRow(
        Self.id, Self.key(.pickupTime, pickup.enrolment), Self.key(.enrolment, pickup.enrolment), pickup.days, pickup.time,
        pickup.enrolment == 1 ? "At the north gate." : nil, created, created)
    }
  }

  /// Elena has read the teacher's answer.
  private var messageReadsTable: SampleTable {
    let read = Moment(referenceDay.adding(days: -3), offset: 20 * Moment.hour)
    return table("message_reads", ["family_id", "id", "member_id", "enrolment_id", "read_until", "created_at"], [1]) { number, text in
      text.appendRow(
        Self.id, Self.key(.messageRead, number), DemonstrationPerson.elena.id, Self.key(.enrolment, 1), read, read)
    }
  }

  /// The teacher has read what Elena wrote first.
  private var staffMessageReadsTable: SampleTable {
    let read = Moment(referenceDay.adding(days: -3), offset: 19 * Moment.hour)
    return table(
      "staff_message_reads", ["account_id", "id", "enrolment_id", "read_until", "created_at"], [DemonstrationStaff.teacher]
    ) { person, text in
      text.appendRow(person.accountID, Self.key(.messageRead, 2), Self.key(.enrolment, 1), read, read)
    }
  }

  /// The administrator's, which is told of nothing. No device that there is has such a token.
  private var staffDevicesTable: SampleTable {
    table(
      "staff_devices",
      ["account_id", "id", "platform", "token", "messages", "requests", "registered_at", "created_at", "updated_at"],
      [DemonstrationStaff.administrator]
    ) { [created] person, text in
      text.appendRow(
        person.accountID, Self.key(.staffDevice, 1), "IOS", String(repeating: "0", count: 62) + "10", "f", "f", created, created, created)
    }
  }

  /// The kept id of the revoked reader. No input is known to hash to zeros.
  private var schoolIdempotencyKeysTable: SampleTable {
    table("school_used_ids", ["school_id", "id", "type", "input_hash", "used_at"], [Self.key(.cardReader, 2)]) { [created] reader, text in
      text.appendRow(Self.schoolID, reader, "CardReader", "\\x" + String(repeating: "00", count: 32), created)
    }
  }

  private var classMessagesTable: SampleTable {
    let sent = Moment(referenceDay.adding(days: -3), offset: 17 * Moment.hour)
    return table(
      "class_messages", ["family_id", "id", "enrolment_id", "is_from_staff", "author_name", "text", "created_at"],
      [
        (number: 1, author: "Elena Rivera", text: "Mia goes home with her grandmother on Friday."),
        (number: 2, author: DemonstrationStaff.teacher.name, text: "Thank you. She forgot her jacket today."),
      ]
    ) { message, text in
      text.appendRow(
        Self.id, Self.key(.classMessage, message.number), Self.key(.enrolment, 1), message.number == 2 ? "t" : "f", message.author,
        message.text, sent + message.number * Moment.hour)
    }
  }
}
