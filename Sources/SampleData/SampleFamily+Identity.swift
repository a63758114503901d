import SQL

/// The purpose of a generator. The raw values are part of the meaning of a seed: new kinds go to the end.
enum SampleKind: UInt64, Sendable {
  case family, names, account, session, member, subject, course, assignment, term
  case quote, notification, plannerTask, portfolioItem, resource, attendanceRecord, question
  case joinRequest = 64
  case invitation, device, joiningPerson, idempotencyKey, overdueCheck, settings, auditEntry, weightGroup
  case schoolYear = 80
  case schoolTerm, timeSlot
  case studyTime = 96
  case note, noteTag, noteTagging
  case gradeScale
  case gradeScaleStep, gradeScaleChoice, gradeOverride
  case school = 112
  case schoolClass, staffMember, staffClass, staffInvitation, enrolment, guardian, collector, dismissal, rollEntry
  case cardReader, pickupCard, schoolNotice, pickupTime, classMessage, enrolmentCode, pickupRecord, messageRead
  case staffDevice, endedMembership
  case file, fileUse
  case schoolAttendance = 160
  case absenceReport
  case consent = 176
  case conversation, conversationPerson, conversationMessage, conversationFile
  case announcement = 144
  case schoolEvent, schoolActivity, schoolInformation, schoolPost, schoolComment, schoolReport, contentHiding, postPicture, schoolAlbum, schoolPicture
  case ticket = 192
  case ticketMessage
  case taskCategory = 208
  case task, event, eventMember, occurrence, reminder, calendarFeed, calendarSubscription, externalEvent
  case expenseCategory = 224
  case expense, budget, shoppingList, shoppingItem, shoppingGuest, shoppingMemory, recipe, recipeIngredient, meal
  case provider = 234
  case service, booking, busyTime, accountNotification
  case group = 244
  case groupFamily, groupRequest, groupMembership, groupHiding, groupPost, groupComment, familyConversation
  case webhook = 252
  case webhookDelivery
}

/// A row's key and creation time, and the random numbers for the rest of it.
struct RowIdentity {
  let id: UUIDValue
  let created: Moment
  var generator: SplitMix64
}

extension SampleFamily {
  /// Every (family, kind, number) has a generator of its own, whose state no other one begins with: the three
  /// have their own bits of one word, and `mix` is a bijection.
  static func generator(_ kind: SampleKind, _ number: Int, family: Int, seed: UInt64) -> SplitMix64 {
    let place = UInt64(family) << 32 | kind.rawValue << 24 | UInt64(number)
    return SplitMix64(state: SplitMix64.mix(~seed) ^ SplitMix64.mix(place))
  }

  func generator(_ kind: SampleKind, _ number: Int) -> SplitMix64 {
    Self.generator(kind, number, family: index, seed: sample.seed)
  }

  /// A row by its number in the family: always the same, so a foreign key just asks again.
  func identity(_ kind: SampleKind, _ number: Int) -> RowIdentity {
    var generator = generator(kind, number)
    let created = creation(kind, number, using: &generator)
    let id = UUIDValue(version7At: created, using: &generator)
    return RowIdentity(id: id, created: created, generator: generator)
  }

  /// Nothing is made before what it refers to, nor after the reference day.
  private func creation(_ kind: SampleKind, _ number: Int, using generator: inout SplitMix64) -> Moment {
    let today = Moment(sample.referenceDay)
    let minutes = generator.draw(below: 5 * Moment.minute)
    return switch kind {
    case .family, .names, .term, .overdueCheck, .settings, .school, .schoolClass, .staffMember, .staffClass,
      .staffInvitation, .enrolment, .guardian, .collector, .dismissal, .rollEntry, .cardReader, .pickupCard,
      .schoolNotice, .pickupTime, .classMessage, .enrolmentCode, .pickupRecord, .messageRead, .staffDevice,
      .endedMembership, .schoolAttendance, .absenceReport, .taskCategory, .task, .event, .eventMember, .occurrence, .reminder, .calendarFeed,
      .calendarSubscription, .externalEvent, .conversation, .conversationPerson, .conversationMessage, .conversationFile,
      .announcement, .schoolEvent, .schoolActivity, .schoolInformation, .schoolPost, .schoolComment, .schoolReport, .contentHiding,
      .postPicture, .schoolAlbum, .schoolPicture, .ticket, .ticketMessage,
      .expenseCategory, .expense, .budget, .shoppingList, .shoppingItem, .shoppingGuest, .shoppingMemory, .recipe, .recipeIngredient, .meal,
      .group, .groupFamily, .groupRequest, .groupMembership, .groupHiding, .groupPost, .groupComment, .familyConversation,
      .webhook, .webhookDelivery,
      .provider, .service, .booking, .busyTime, .accountNotification:
      created
    case .account: created + (number * 26 * Moment.hour - 10 * Moment.minute + minutes)
    case .member, .auditEntry: created + (number * 26 * Moment.hour + minutes)
    case .schoolYear, .schoolTerm, .consent: created + (24 * Moment.day + number * Moment.minute + minutes)
    case .subject: created + (25 * Moment.day + number * 7 * Moment.minute + minutes)
    case .course, .weightGroup: created + (26 * Moment.day + number * 7 * Moment.minute + minutes)
    case .timeSlot, .gradeScale, .gradeScaleStep, .gradeScaleChoice, .gradeOverride:
      created + (27 * Moment.day + number * Moment.minute + minutes)
    case .quote, .notification, .plannerTask, .portfolioItem, .resource, .attendanceRecord, .question, .device,
      .idempotencyKey, .joinRequest, .invitation, .studyTime, .note:
      today + (-30 * Moment.day + generator.draw(below: 29 * Moment.day))
    case .noteTag: today + (-31 * Moment.day + minutes)
    case .noteTagging, .file, .fileUse: today + (-1 * Moment.day + minutes)
    case .joiningPerson: today + (-31 * Moment.day + minutes)
    case .session: today + (-60 * Moment.day + generator.draw(below: 59 * Moment.day))
    case .assignment: today + (-91 * Moment.day + term(number).scaled(to: 90 * Moment.day))
    }
  }
}
