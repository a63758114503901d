// Written by scripts/embed.

#include "embedded.h"
#include <stddef.h>

static const embedded_file schema[] = {
  {"directives.graphql", (const unsigned char[]){
#embed "../../schema/directives.graphql"
    , 0}},
  {"base.graphql", (const unsigned char[]){
#embed "../../schema/base.graphql"
    , 0}},
  {"family.graphql", (const unsigned char[]){
#embed "../../schema/family.graphql"
    , 0}},
  {"identity.graphql", (const unsigned char[]){
#embed "../../schema/identity.graphql"
    , 0}},
  {"accounts.graphql", (const unsigned char[]){
#embed "../../schema/accounts.graphql"
    , 0}},
  {"terms_of_use.graphql", (const unsigned char[]){
#embed "../../schema/terms_of_use.graphql"
    , 0}},
  {"membership.graphql", (const unsigned char[]){
#embed "../../schema/membership.graphql"
    , 0}},
  {"consents.graphql", (const unsigned char[]){
#embed "../../schema/consents.graphql"
    , 0}},
  {"departure.graphql", (const unsigned char[]){
#embed "../../schema/departure.graphql"
    , 0}},
  {"curriculum.graphql", (const unsigned char[]){
#embed "../../schema/curriculum.graphql"
    , 0}},
  {"grades.graphql", (const unsigned char[]){
#embed "../../schema/grades.graphql"
    , 0}},
  {"staff_devices.graphql", (const unsigned char[]){
#embed "../../schema/staff_devices.graphql"
    , 0}},
  {"wishes.graphql", (const unsigned char[]){
#embed "../../schema/wishes.graphql"
    , 0}},
  {"weights.graphql", (const unsigned char[]){
#embed "../../schema/weights.graphql"
    , 0}},
  {"grade_scales.graphql", (const unsigned char[]){
#embed "../../schema/grade_scales.graphql"
    , 0}},
  {"day.graphql", (const unsigned char[]){
#embed "../../schema/day.graphql"
    , 0}},
  {"notifications.graphql", (const unsigned char[]){
#embed "../../schema/notifications.graphql"
    , 0}},
  {"notices.graphql", (const unsigned char[]){
#embed "../../schema/notices.graphql"
    , 0}},
  {"planner.graphql", (const unsigned char[]){
#embed "../../schema/planner.graphql"
    , 0}},
  {"dashboard.graphql", (const unsigned char[]){
#embed "../../schema/dashboard.graphql"
    , 0}},
  {"records.graphql", (const unsigned char[]){
#embed "../../schema/records.graphql"
    , 0}},
  {"batches.graphql", (const unsigned char[]){
#embed "../../schema/batches.graphql"
    , 0}},
  {"terms.graphql", (const unsigned char[]){
#embed "../../schema/terms.graphql"
    , 0}},
  {"report_cards.graphql", (const unsigned char[]){
#embed "../../schema/report_cards.graphql"
    , 0}},
  {"time_slots.graphql", (const unsigned char[]){
#embed "../../schema/time_slots.graphql"
    , 0}},
  {"degrees.graphql", (const unsigned char[]){
#embed "../../schema/degrees.graphql"
    , 0}},
  {"series.graphql", (const unsigned char[]){
#embed "../../schema/series.graphql"
    , 0}},
  {"study_times.graphql", (const unsigned char[]){
#embed "../../schema/study_times.graphql"
    , 0}},
  {"notes.graphql", (const unsigned char[]){
#embed "../../schema/notes.graphql"
    , 0}},
  {"progress.graphql", (const unsigned char[]){
#embed "../../schema/progress.graphql"
    , 0}},
  {"focus.graphql", (const unsigned char[]){
#embed "../../schema/focus.graphql"
    , 0}},
  {"settings.graphql", (const unsigned char[]){
#embed "../../schema/settings.graphql"
    , 0}},
  {"recurrence.graphql", (const unsigned char[]){
#embed "../../schema/recurrence.graphql"
    , 0}},
  {"tasks.graphql", (const unsigned char[]){
#embed "../../schema/tasks.graphql"
    , 0}},
  {"events.graphql", (const unsigned char[]){
#embed "../../schema/events.graphql"
    , 0}},
  {"calendar.graphql", (const unsigned char[]){
#embed "../../schema/calendar.graphql"
    , 0}},
  {"reminders.graphql", (const unsigned char[]){
#embed "../../schema/reminders.graphql"
    , 0}},
  {"calendar_feeds.graphql", (const unsigned char[]){
#embed "../../schema/calendar_feeds.graphql"
    , 0}},
  {"calendar_imports.graphql", (const unsigned char[]){
#embed "../../schema/calendar_imports.graphql"
    , 0}},
  {"calendar_subscriptions.graphql", (const unsigned char[]){
#embed "../../schema/calendar_subscriptions.graphql"
    , 0}},
  {"pickup.graphql", (const unsigned char[]){
#embed "../../schema/pickup.graphql"
    , 0}},
  {"schools.graphql", (const unsigned char[]){
#embed "../../schema/schools.graphql"
    , 0}},
  {"community.graphql", (const unsigned char[]){
#embed "../../schema/community.graphql"
    , 0}},
  {"posts.graphql", (const unsigned char[]){
#embed "../../schema/posts.graphql"
    , 0}},
  {"albums.graphql", (const unsigned char[]){
#embed "../../schema/albums.graphql"
    , 0}},
  {"help_desk.graphql", (const unsigned char[]){
#embed "../../schema/help_desk.graphql"
    , 0}},
  {"conversations.graphql", (const unsigned char[]){
#embed "../../schema/conversations.graphql"
    , 0}},
  {"cards.graphql", (const unsigned char[]){
#embed "../../schema/cards.graphql"
    , 0}},
  {"school_messages.graphql", (const unsigned char[]){
#embed "../../schema/school_messages.graphql"
    , 0}},
  {"school_attendance.graphql", (const unsigned char[]){
#embed "../../schema/school_attendance.graphql"
    , 0}},
  {"claims.graphql", (const unsigned char[]){
#embed "../../schema/claims.graphql"
    , 0}},
  {"storage.graphql", (const unsigned char[]){
#embed "../../schema/storage.graphql"
    , 0}},
  {"money.graphql", (const unsigned char[]){
#embed "../../schema/money.graphql"
    , 0}},
  {"meals.graphql", (const unsigned char[]){
#embed "../../schema/meals.graphql"
    , 0}},
  {"shopping.graphql", (const unsigned char[]){
#embed "../../schema/shopping.graphql"
    , 0}},
  {"groups.graphql", (const unsigned char[]){
#embed "../../schema/groups.graphql"
    , 0}},
  {"webhooks.graphql", (const unsigned char[]){
#embed "../../schema/webhooks.graphql"
    , 0}},
  {"suggestions.graphql", (const unsigned char[]){
#embed "../../schema/suggestions.graphql"
    , 0}},
  {"services.graphql", (const unsigned char[]){
#embed "../../schema/services.graphql"
    , 0}},
  {"bookings.graphql", (const unsigned char[]){
#embed "../../schema/bookings.graphql"
    , 0}},
  {"files.graphql", (const unsigned char[]){
#embed "../../schema/files.graphql"
    , 0}},
  {"lists.graphql", (const unsigned char[]){
#embed "../../schema/lists.graphql"
    , 0}},
  {"family_lists.graphql", (const unsigned char[]){
#embed "../../schema/family_lists.graphql"
    , 0}},
  {"curriculum_lists.graphql", (const unsigned char[]){
#embed "../../schema/curriculum_lists.graphql"
    , 0}},
  {"day_lists.graphql", (const unsigned char[]){
#embed "../../schema/day_lists.graphql"
    , 0}},
  {"record_lists.graphql", (const unsigned char[]){
#embed "../../schema/record_lists.graphql"
    , 0}},
  {"audit.graphql", (const unsigned char[]){
#embed "../../schema/audit.graphql"
    , 0}},
  {"privacy.graphql", (const unsigned char[]){
#embed "../../schema/privacy.graphql"
    , 0}},
  {"changes.graphql", (const unsigned char[]){
#embed "../../schema/changes.graphql"
    , 0}},
  {NULL, NULL},
};

static const embedded_file migrations[] = {
  {"0001_accounts_and_families.sql", (const unsigned char[]){
#embed "../../migrations/0001_accounts_and_families.sql"
    , 0}},
  {"0002_curriculum.sql", (const unsigned char[]){
#embed "../../migrations/0002_curriculum.sql"
    , 0}},
  {"0003_curriculum_changes.sql", (const unsigned char[]){
#embed "../../migrations/0003_curriculum_changes.sql"
    , 0}},
  {"0004_students_day.sql", (const unsigned char[]){
#embed "../../migrations/0004_students_day.sql"
    , 0}},
  {"0005_notifications.sql", (const unsigned char[]){
#embed "../../migrations/0005_notifications.sql"
    , 0}},
  {"0006_planner.sql", (const unsigned char[]){
#embed "../../migrations/0006_planner.sql"
    , 0}},
  {"0007_overdue_checks.sql", (const unsigned char[]){
#embed "../../migrations/0007_overdue_checks.sql"
    , 0}},
  {"0008_report_cards.sql", (const unsigned char[]){
#embed "../../migrations/0008_report_cards.sql"
    , 0}},
  {"0009_records_and_settings.sql", (const unsigned char[]){
#embed "../../migrations/0009_records_and_settings.sql"
    , 0}},
  {"0010_identity.sql", (const unsigned char[]){
#embed "../../migrations/0010_identity.sql"
    , 0}},
  {"0011_exact_means.sql", (const unsigned char[]){
#embed "../../migrations/0011_exact_means.sql"
    , 0}},
  {"0012_attendance_pages.sql", (const unsigned char[]){
#embed "../../migrations/0012_attendance_pages.sql"
    , 0}},
  {"0013_time_zones.sql", (const unsigned char[]){
#embed "../../migrations/0013_time_zones.sql"
    , 0}},
  {"0014_attempts.sql", (const unsigned char[]){
#embed "../../migrations/0014_attempts.sql"
    , 0}},
  {"0015_unread_notifications.sql", (const unsigned char[]){
#embed "../../migrations/0015_unread_notifications.sql"
    , 0}},
  {"0016_audit_trail.sql", (const unsigned char[]){
#embed "../../migrations/0016_audit_trail.sql"
    , 0}},
  {"0017_export_and_deletion.sql", (const unsigned char[]){
#embed "../../migrations/0017_export_and_deletion.sql"
    , 0}},
  {"0018_attempts_of_a_wrong_clock.sql", (const unsigned char[]){
#embed "../../migrations/0018_attempts_of_a_wrong_clock.sql"
    , 0}},
  {"0019_audit_of_moves.sql", (const unsigned char[]){
#embed "../../migrations/0019_audit_of_moves.sql"
    , 0}},
  {"0020_family_rows_in_indexes.sql", (const unsigned char[]){
#embed "../../migrations/0020_family_rows_in_indexes.sql"
    , 0}},
  {"0021_results_before_names.sql", (const unsigned char[]){
#embed "../../migrations/0021_results_before_names.sql"
    , 0}},
  {"0022_one_owner_each.sql", (const unsigned char[]){
#embed "../../migrations/0022_one_owner_each.sql"
    , 0}},
  {"0023_required_standing.sql", (const unsigned char[]){
#embed "../../migrations/0023_required_standing.sql"
    , 0}},
  {"0024_lock_order.sql", (const unsigned char[]){
#embed "../../migrations/0024_lock_order.sql"
    , 0}},
  {"0025_attempts_given_back.sql", (const unsigned char[]){
#embed "../../migrations/0025_attempts_given_back.sql"
    , 0}},
  {"0026_database_privileges.sql", (const unsigned char[]){
#embed "../../migrations/0026_database_privileges.sql"
    , 0}},
  {"0027_proofs_used_once.sql", (const unsigned char[]){
#embed "../../migrations/0027_proofs_used_once.sql"
    , 0}},
  {"0028_order_of_names.sql", (const unsigned char[]){
#embed "../../migrations/0028_order_of_names.sql"
    , 0}},
  {"0029_ascii_addresses.sql", (const unsigned char[]){
#embed "../../migrations/0029_ascii_addresses.sql"
    , 0}},
  {"0030_end_of_join_requests.sql", (const unsigned char[]){
#embed "../../migrations/0030_end_of_join_requests.sql"
    , 0}},
  {"0031_time_zone_names.sql", (const unsigned char[]){
#embed "../../migrations/0031_time_zone_names.sql"
    , 0}},
  {"0032_storage_quotas.sql", (const unsigned char[]){
#embed "../../migrations/0032_storage_quotas.sql"
    , 0}},
  {"0033_latest_sessions.sql", (const unsigned char[]){
#embed "../../migrations/0033_latest_sessions.sql"
    , 0}},
  {"0034_families_deleted_whole.sql", (const unsigned char[]){
#embed "../../migrations/0034_families_deleted_whole.sql"
    , 0}},
  {"0035_messages_of_parents.sql", (const unsigned char[]){
#embed "../../migrations/0035_messages_of_parents.sql"
    , 0}},
  {"0036_audited_tables.sql", (const unsigned char[]){
#embed "../../migrations/0036_audited_tables.sql"
    , 0}},
  {"0037_weight_groups.sql", (const unsigned char[]){
#embed "../../migrations/0037_weight_groups.sql"
    , 0}},
  {"0038_assignments_of_other_students.sql", (const unsigned char[]){
#embed "../../migrations/0038_assignments_of_other_students.sql"
    , 0}},
  {"0039_terms.sql", (const unsigned char[]){
#embed "../../migrations/0039_terms.sql"
    , 0}},
  {"0040_time_slots.sql", (const unsigned char[]){
#embed "../../migrations/0040_time_slots.sql"
    , 0}},
  {"0041_degrees.sql", (const unsigned char[]){
#embed "../../migrations/0041_degrees.sql"
    , 0}},
  {"0042_study_times.sql", (const unsigned char[]){
#embed "../../migrations/0042_study_times.sql"
    , 0}},
  {"0043_notes.sql", (const unsigned char[]){
#embed "../../migrations/0043_notes.sql"
    , 0}},
  {"0044_grade_scales.sql", (const unsigned char[]){
#embed "../../migrations/0044_grade_scales.sql"
    , 0}},
  {"0045_students_keep.sql", (const unsigned char[]){
#embed "../../migrations/0045_students_keep.sql"
    , 0}},
  {"0046_versions.sql", (const unsigned char[]){
#embed "../../migrations/0046_versions.sql"
    , 0}},
  {"0047_changes.sql", (const unsigned char[]){
#embed "../../migrations/0047_changes.sql"
    , 0}},
  {"0048_outbox.sql", (const unsigned char[]){
#embed "../../migrations/0048_outbox.sql"
    , 0}},
  {"0049_sign_in.sql", (const unsigned char[]){
#embed "../../migrations/0049_sign_in.sql"
    , 0}},
  {"0050_unconfirmed_accounts.sql", (const unsigned char[]){
#embed "../../migrations/0050_unconfirmed_accounts.sql"
    , 0}},
  {"0051_schools.sql", (const unsigned char[]){
#embed "../../migrations/0051_schools.sql"
    , 0}},
  {"0052_pickup.sql", (const unsigned char[]){
#embed "../../migrations/0052_pickup.sql"
    , 0}},
  {"0053_cards.sql", (const unsigned char[]){
#embed "../../migrations/0053_cards.sql"
    , 0}},
  {"0054_school_messages.sql", (const unsigned char[]){
#embed "../../migrations/0054_school_messages.sql"
    , 0}},
  {"0055_requests_before_versions.sql", (const unsigned char[]){
#embed "../../migrations/0055_requests_before_versions.sql"
    , 0}},
  {"0056_dismissals_of_today.sql", (const unsigned char[]){
#embed "../../migrations/0056_dismissals_of_today.sql"
    , 0}},
  {"0057_school_disclosures.sql", (const unsigned char[]){
#embed "../../migrations/0057_school_disclosures.sql"
    , 0}},
  {"0058_push.sql", (const unsigned char[]){
#embed "../../migrations/0058_push.sql"
    , 0}},
  {"0059_course_of_dismissals.sql", (const unsigned char[]){
#embed "../../migrations/0059_course_of_dismissals.sql"
    , 0}},
  {"0060_notices_of_steps.sql", (const unsigned char[]){
#embed "../../migrations/0060_notices_of_steps.sql"
    , 0}},
  {"0061_messages_read.sql", (const unsigned char[]){
#embed "../../migrations/0061_messages_read.sql"
    , 0}},
  {"0062_staff_devices.sql", (const unsigned char[]){
#embed "../../migrations/0062_staff_devices.sql"
    , 0}},
  {"0063_dismissal_steps.sql", (const unsigned char[]){
#embed "../../migrations/0063_dismissal_steps.sql"
    , 0}},
  {"0064_enrolment_codes.sql", (const unsigned char[]){
#embed "../../migrations/0064_enrolment_codes.sql"
    , 0}},
  {"0065_school_records.sql", (const unsigned char[]){
#embed "../../migrations/0065_school_records.sql"
    , 0}},
  {"0066_shared_ids.sql", (const unsigned char[]){
#embed "../../migrations/0066_shared_ids.sql"
    , 0}},
  {"0067_changes_in_sight.sql", (const unsigned char[]){
#embed "../../migrations/0067_changes_in_sight.sql"
    , 0}},
  {"0068_boundaries.sql", (const unsigned char[]){
#embed "../../migrations/0068_boundaries.sql"
    , 0}},
  {"0069_versions_of_administration.sql", (const unsigned char[]){
#embed "../../migrations/0069_versions_of_administration.sql"
    , 0}},
  {"0070_versions_of_quotas.sql", (const unsigned char[]){
#embed "../../migrations/0070_versions_of_quotas.sql"
    , 0}},
  {"0071_ids_of_schools.sql", (const unsigned char[]){
#embed "../../migrations/0071_ids_of_schools.sql"
    , 0}},
  {"0072_device_tokens.sql", (const unsigned char[]){
#embed "../../migrations/0072_device_tokens.sql"
    , 0}},
  {"0073_proofs_and_budgets.sql", (const unsigned char[]){
#embed "../../migrations/0073_proofs_and_budgets.sql"
    , 0}},
  {"0074_ended_memberships.sql", (const unsigned char[]){
#embed "../../migrations/0074_ended_memberships.sql"
    , 0}},
  {"0075_student_numbers.sql", (const unsigned char[]){
#embed "../../migrations/0075_student_numbers.sql"
    , 0}},
  {"0076_telephone_numbers.sql", (const unsigned char[]){
#embed "../../migrations/0076_telephone_numbers.sql"
    , 0}},
  {"0077_grades_of_other_days.sql", (const unsigned char[]){
#embed "../../migrations/0077_grades_of_other_days.sql"
    , 0}},
  {"0078_lists_of_dismissals.sql", (const unsigned char[]){
#embed "../../migrations/0078_lists_of_dismissals.sql"
    , 0}},
  {"0079_function_files.sql", (const unsigned char[]){
#embed "../../migrations/0079_function_files.sql"
    , 0}},
  {"0080_events_of_notifications.sql", (const unsigned char[]){
#embed "../../migrations/0080_events_of_notifications.sql"
    , 0}},
  {"0081_shared_ids.sql", (const unsigned char[]){
#embed "../../migrations/0081_shared_ids.sql"
    , 0}},
  {"0082_functions_renamed_and_dropped.sql", (const unsigned char[]){
#embed "../../migrations/0082_functions_renamed_and_dropped.sql"
    , 0}},
  {"0083_lists_of_schools_in_order.sql", (const unsigned char[]){
#embed "../../migrations/0083_lists_of_schools_in_order.sql"
    , 0}},
  {"0084_files.sql", (const unsigned char[]){
#embed "../../migrations/0084_files.sql"
    , 0}},
  {"0085_school_attendance.sql", (const unsigned char[]){
#embed "../../migrations/0085_school_attendance.sql"
    , 0}},
  {"0086_identity_providers.sql", (const unsigned char[]){
#embed "../../migrations/0086_identity_providers.sql"
    , 0}},
  {"0087_pictures.sql", (const unsigned char[]){
#embed "../../migrations/0087_pictures.sql"
    , 0}},
  {"0088_audiences.sql", (const unsigned char[]){
#embed "../../migrations/0088_audiences.sql"
    , 0}},
  {"0089_community.sql", (const unsigned char[]){
#embed "../../migrations/0089_community.sql"
    , 0}},
  {"0090_school_search.sql", (const unsigned char[]){
#embed "../../migrations/0090_school_search.sql"
    , 0}},
  {"0091_consents.sql", (const unsigned char[]){
#embed "../../migrations/0091_consents.sql"
    , 0}},
  {"0092_terms_of_use.sql", (const unsigned char[]){
#embed "../../migrations/0092_terms_of_use.sql"
    , 0}},
  {"0093_posts.sql", (const unsigned char[]){
#embed "../../migrations/0093_posts.sql"
    , 0}},
  {"0094_post_pictures.sql", (const unsigned char[]){
#embed "../../migrations/0094_post_pictures.sql"
    , 0}},
  {"0095_albums.sql", (const unsigned char[]){
#embed "../../migrations/0095_albums.sql"
    , 0}},
  {"0096_tickets.sql", (const unsigned char[]){
#embed "../../migrations/0096_tickets.sql"
    , 0}},
  {"0097_conversations.sql", (const unsigned char[]){
#embed "../../migrations/0097_conversations.sql"
    , 0}},
  {"0098_absence_files.sql", (const unsigned char[]){
#embed "../../migrations/0098_absence_files.sql"
    , 0}},
  {"0099_calendar.sql", (const unsigned char[]){
#embed "../../migrations/0099_calendar.sql"
    , 0}},
  {"0100_reminders.sql", (const unsigned char[]){
#embed "../../migrations/0100_reminders.sql"
    , 0}},
  {"0101_calendar_feeds.sql", (const unsigned char[]){
#embed "../../migrations/0101_calendar_feeds.sql"
    , 0}},
  {"0102_calendar_imports.sql", (const unsigned char[]){
#embed "../../migrations/0102_calendar_imports.sql"
    , 0}},
  {"0103_family_defaults.sql", (const unsigned char[]){
#embed "../../migrations/0103_family_defaults.sql"
    , 0}},
  {"0104_calendar_subscriptions.sql", (const unsigned char[]){
#embed "../../migrations/0104_calendar_subscriptions.sql"
    , 0}},
  {"0105_money.sql", (const unsigned char[]){
#embed "../../migrations/0105_money.sql"
    , 0}},
  {"0106_recipes.sql", (const unsigned char[]){
#embed "../../migrations/0106_recipes.sql"
    , 0}},
  {"0107_shopping_lists.sql", (const unsigned char[]){
#embed "../../migrations/0107_shopping_lists.sql"
    , 0}},
  {"0108_services.sql", (const unsigned char[]){
#embed "../../migrations/0108_services.sql"
    , 0}},
  {"0109_booking_notices.sql", (const unsigned char[]){
#embed "../../migrations/0109_booking_notices.sql"
    , 0}},
  {"0110_groups.sql", (const unsigned char[]){
#embed "../../migrations/0110_groups.sql"
    , 0}},
  {"0111_household_conversations.sql", (const unsigned char[]){
#embed "../../migrations/0111_household_conversations.sql"
    , 0}},
  {"0112_webhooks.sql", (const unsigned char[]){
#embed "../../migrations/0112_webhooks.sql"
    , 0}},
  {"0113_provider_conversations.sql", (const unsigned char[]){
#embed "../../migrations/0113_provider_conversations.sql"
    , 0}},
  {"0114_reminder_mails.sql", (const unsigned char[]){
#embed "../../migrations/0114_reminder_mails.sql"
    , 0}},
  {"0115_household_changes.sql", (const unsigned char[]){
#embed "../../migrations/0115_household_changes.sql"
    , 0}},
  {"0116_lock_order.sql", (const unsigned char[]){
#embed "../../migrations/0116_lock_order.sql"
    , 0}},
  {"0117_uploads_of_homes.sql", (const unsigned char[]){
#embed "../../migrations/0117_uploads_of_homes.sql"
    , 0}},
  {"0118_names_that_change.sql", (const unsigned char[]){
#embed "../../migrations/0118_names_that_change.sql"
    , 0}},
  {"0119_days_that_move.sql", (const unsigned char[]){
#embed "../../migrations/0119_days_that_move.sql"
    , 0}},
  {NULL, NULL},
};

static const embedded_file functions[] = {
  {"account/accepts_terms.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/accepts_terms.sql"
    , 0}},
  {"account/account_is_forgettable.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/account_is_forgettable.sql"
    , 0}},
  {"account/account_of_identity.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/account_of_identity.sql"
    , 0}},
  {"account/add_own_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/add_own_address.sql"
    , 0}},
  {"account/announce_own_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/announce_own_address.sql"
    , 0}},
  {"account/announce_own_addresses.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/announce_own_addresses.sql"
    , 0}},
  {"account/begin_account_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/begin_account_versions.sql"
    , 0}},
  {"account/bump_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/bump_account.sql"
    , 0}},
  {"account/bump_account_of_session.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/bump_account_of_session.sql"
    , 0}},
  {"account/bump_account_rows.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/bump_account_rows.sql"
    , 0}},
  {"account/code_try_key.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/code_try_key.sql"
    , 0}},
  {"account/complete_sign_in.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/complete_sign_in.sql"
    , 0}},
  {"account/confirm_address_with.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/confirm_address_with.sql"
    , 0}},
  {"account/count_address_attempt.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/count_address_attempt.sql"
    , 0}},
  {"account/count_keyed_attempt.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/count_keyed_attempt.sql"
    , 0}},
  {"account/count_own_wrong_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/count_own_wrong_code.sql"
    , 0}},
  {"account/delete_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/delete_account.sql"
    , 0}},
  {"account/device_knows_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/device_knows_address.sql"
    , 0}},
  {"account/end_own_proofs.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/end_own_proofs.sql"
    , 0}},
  {"account/forget_unconfirmed_accounts.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/forget_unconfirmed_accounts.sql"
    , 0}},
  {"account/give_back_sign_in.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/give_back_sign_in.sql"
    , 0}},
  {"account/keep_latest_devices.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/keep_latest_devices.sql"
    , 0}},
  {"account/keep_latest_refresh_tokens.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/keep_latest_refresh_tokens.sql"
    , 0}},
  {"account/keep_latest_sessions.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/keep_latest_sessions.sql"
    , 0}},
  {"account/know_own_device.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/know_own_device.sql"
    , 0}},
  {"account/known_terms.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/known_terms.sql"
    , 0}},
  {"account/known_words.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/known_words.sql"
    , 0}},
  {"account/lock_account_homes.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/lock_account_homes.sql"
    , 0}},
  {"account/lock_own_sessions.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/lock_own_sessions.sql"
    , 0}},
  {"account/lock_sessions_in_order.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/lock_sessions_in_order.sql"
    , 0}},
  {"account/make_address_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/make_address_code.sql"
    , 0}},
  {"account/note_account_event.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/note_account_event.sql"
    , 0}},
  {"account/note_own_count.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/note_own_count.sql"
    , 0}},
  {"account/note_own_identity_use.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/note_own_identity_use.sql"
    , 0}},
  {"account/note_reset_count.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/note_reset_count.sql"
    , 0}},
  {"account/notify_own_addresses.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/notify_own_addresses.sql"
    , 0}},
  {"account/own_account_events.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_account_events.sql"
    , 0}},
  {"account/own_address_codes.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_address_codes.sql"
    , 0}},
  {"account/own_address_is_unconfirmed.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_address_is_unconfirmed.sql"
    , 0}},
  {"account/own_confirmation_codes.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_confirmation_codes.sql"
    , 0}},
  {"account/own_known_devices.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_known_devices.sql"
    , 0}},
  {"account/own_password.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_password.sql"
    , 0}},
  {"account/own_passwords.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_passwords.sql"
    , 0}},
  {"account/own_sign_in_addresses.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_sign_in_addresses.sql"
    , 0}},
  {"account/own_sign_in_ways.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/own_sign_in_ways.sql"
    , 0}},
  {"account/password_keys.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/password_keys.sql"
    , 0}},
  {"account/refresh_token_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/refresh_token_state.sql"
    , 0}},
  {"account/remove_own_way.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/remove_own_way.sql"
    , 0}},
  {"account/renew_own_authentication.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/renew_own_authentication.sql"
    , 0}},
  {"account/request_password_reset.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/request_password_reset.sql"
    , 0}},
  {"account/reset_codes.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/reset_codes.sql"
    , 0}},
  {"account/reset_own_password.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/reset_own_password.sql"
    , 0}},
  {"account/set_own_password.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/set_own_password.sql"
    , 0}},
  {"account/sign_in_candidate.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/sign_in_candidate.sql"
    , 0}},
  {"account/signed_in_recently.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/signed_in_recently.sql"
    , 0}},
  {"account/try_reset_codes.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/try_reset_codes.sql"
    , 0}},
  {"account/use_identity_token.sql", (const unsigned char[]){
#embed "../../migrations/functions/account/use_identity_token.sql"
    , 0}},
  {"core/add_audit_entry.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/add_audit_entry.sql"
    , 0}},
  {"core/audit_row.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/audit_row.sql"
    , 0}},
  {"core/begin_family_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/begin_family_versions.sql"
    , 0}},
  {"core/begin_version_epoch.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/begin_version_epoch.sql"
    , 0}},
  {"core/bump_all.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/bump_all.sql"
    , 0}},
  {"core/bump_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/bump_family.sql"
    , 0}},
  {"core/change_line.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/change_line.sql"
    , 0}},
  {"core/change_version.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/change_version.sql"
    , 0}},
  {"core/changed_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/changed_versions.sql"
    , 0}},
  {"core/changes_page.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/changes_page.sql"
    , 0}},
  {"core/changes_since.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/changes_since.sql"
    , 0}},
  {"core/claim_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/claim_message.sql"
    , 0}},
  {"core/claim_pushes.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/claim_pushes.sql"
    , 0}},
  {"core/count_attempt.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/count_attempt.sql"
    , 0}},
  {"core/counted_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/counted_address.sql"
    , 0}},
  {"core/counted_size.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/counted_size.sql"
    , 0}},
  {"core/directory_version.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/directory_version.sql"
    , 0}},
  {"core/enqueue_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/enqueue_message.sql"
    , 0}},
  {"core/finish_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/finish_message.sql"
    , 0}},
  {"core/finish_pushes.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/finish_pushes.sql"
    , 0}},
  {"core/forget_attempts.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/forget_attempts.sql"
    , 0}},
  {"core/forget_changes.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/forget_changes.sql"
    , 0}},
  {"core/give_back_attempt.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/give_back_attempt.sql"
    , 0}},
  {"core/give_up_messages.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/give_up_messages.sql"
    , 0}},
  {"core/give_up_pushes.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/give_up_pushes.sql"
    , 0}},
  {"core/known_time_zone.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/known_time_zone.sql"
    , 0}},
  {"core/knows_changes.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/knows_changes.sql"
    , 0}},
  {"core/lock_further_families.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/lock_further_families.sql"
    , 0}},
  {"core/message_is_due.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/message_is_due.sql"
    , 0}},
  {"core/next_boundary.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/next_boundary.sql"
    , 0}},
  {"core/note_touched.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/note_touched.sql"
    , 0}},
  {"core/notice_body.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_body.sql"
    , 0}},
  {"core/notice_ignores_quiet_hours.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_ignores_quiet_hours.sql"
    , 0}},
  {"core/notice_kind.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_kind.sql"
    , 0}},
  {"core/notice_lifetime.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_lifetime.sql"
    , 0}},
  {"core/notice_matter.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_matter.sql"
    , 0}},
  {"core/notice_title.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/notice_title.sql"
    , 0}},
  {"core/outbox_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/outbox_state.sql"
    , 0}},
  {"core/push_again.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/push_again.sql"
    , 0}},
  {"core/push_device.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/push_device.sql"
    , 0}},
  {"core/push_notifications.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/push_notifications.sql"
    , 0}},
  {"core/push_quiet_end.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/push_quiet_end.sql"
    , 0}},
  {"core/push_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/push_state.sql"
    , 0}},
  {"core/recount_usage.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/recount_usage.sql"
    , 0}},
  {"core/refresh_time_zone_names.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/refresh_time_zone_names.sql"
    , 0}},
  {"core/refuse_fixed_columns.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/refuse_fixed_columns.sql"
    , 0}},
  {"core/refuse_known_id.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/refuse_known_id.sql"
    , 0}},
  {"core/refuse_usage.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/refuse_usage.sql"
    , 0}},
  {"core/require_standing.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/require_standing.sql"
    , 0}},
  {"core/set_quota.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/set_quota.sql"
    , 0}},
  {"core/time_ordered_id.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/time_ordered_id.sql"
    , 0}},
  {"core/time_zone_names_differing.sql", (const unsigned char[]){
#embed "../../migrations/functions/core/time_zone_names_differing.sql"
    , 0}},
  {"family/audit_export.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/audit_export.sql"
    , 0}},
  {"family/audit_invitation.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/audit_invitation.sql"
    , 0}},
  {"family/audit_membership.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/audit_membership.sql"
    , 0}},
  {"family/bump_requests.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/bump_requests.sql"
    , 0}},
  {"family/claim_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/claim_account.sql"
    , 0}},
  {"family/claim_subscriptions.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/claim_subscriptions.sql"
    , 0}},
  {"family/count_revision.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/count_revision.sql"
    , 0}},
  {"family/delete_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/delete_family.sql"
    , 0}},
  {"family/end_join_requests.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/end_join_requests.sql"
    , 0}},
  {"family/end_join_requests_of_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/end_join_requests_of_account.sql"
    , 0}},
  {"family/expire_join_requests.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/expire_join_requests.sql"
    , 0}},
  {"family/family_of_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/family_of_code.sql"
    , 0}},
  {"family/feed_of_secret.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/feed_of_secret.sql"
    , 0}},
  {"family/forget_devices.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/forget_devices.sql"
    , 0}},
  {"family/forget_feed_secret.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/forget_feed_secret.sql"
    , 0}},
  {"family/invitation_of_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/invitation_of_code.sql"
    , 0}},
  {"family/invitation_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/invitation_state.sql"
    , 0}},
  {"family/keep_answer.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/keep_answer.sql"
    , 0}},
  {"family/local_moment.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/local_moment.sql"
    , 0}},
  {"family/lock_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lock_family.sql"
    , 0}},
  {"family/lock_family_end.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lock_family_end.sql"
    , 0}},
  {"family/lock_join_requests.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lock_join_requests.sql"
    , 0}},
  {"family/lock_membership.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lock_membership.sql"
    , 0}},
  {"family/lock_own_place.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lock_own_place.sql"
    , 0}},
  {"family/look_at_reminders.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/look_at_reminders.sql"
    , 0}},
  {"family/lost_membership.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/lost_membership.sql"
    , 0}},
  {"family/note_ended_memberships.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/note_ended_memberships.sql"
    , 0}},
  {"family/occurrence_clock.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/occurrence_clock.sql"
    , 0}},
  {"family/own_join_requests.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/own_join_requests.sql"
    , 0}},
  {"family/random_family_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/random_family_code.sql"
    , 0}},
  {"family/read_join_request_notifications.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/read_join_request_notifications.sql"
    , 0}},
  {"family/reminder_due.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/reminder_due.sql"
    , 0}},
  {"family/revoke_needless_invitations.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/revoke_needless_invitations.sql"
    , 0}},
  {"family/send_reminders.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/send_reminders.sql"
    , 0}},
  {"family/series_days.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/series_days.sql"
    , 0}},
  {"family/series_of_feed.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/series_of_feed.sql"
    , 0}},
  {"family/set_feed_secret.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/set_feed_secret.sql"
    , 0}},
  {"family/store_subscription.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/store_subscription.sql"
    , 0}},
  {"family/take_family_defaults.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/take_family_defaults.sql"
    , 0}},
  {"family/take_over_device.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/take_over_device.sql"
    , 0}},
  {"family/tell_ended_memberships.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/tell_ended_memberships.sql"
    , 0}},
  {"family/time_subscription.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/time_subscription.sql"
    , 0}},
  {"family/use_invitation.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/use_invitation.sql"
    , 0}},
  {"family/withdraw_join_request.sql", (const unsigned char[]){
#embed "../../migrations/functions/family/withdraw_join_request.sql"
    , 0}},
  {"files/add_upload.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/add_upload.sql"
    , 0}},
  {"files/buried_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/buried_files.sql"
    , 0}},
  {"files/bury_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/bury_files.sql"
    , 0}},
  {"files/bury_uploads.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/bury_uploads.sql"
    , 0}},
  {"files/claim_upload.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/claim_upload.sql"
    , 0}},
  {"files/copy_absence_report.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/copy_absence_report.sql"
    , 0}},
  {"files/copy_picture.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/copy_picture.sql"
    , 0}},
  {"files/end_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/end_files.sql"
    , 0}},
  {"files/end_home.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/end_home.sql"
    , 0}},
  {"files/end_place.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/end_place.sql"
    , 0}},
  {"files/end_upload.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/end_upload.sql"
    , 0}},
  {"files/end_uploads.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/end_uploads.sql"
    , 0}},
  {"files/enter_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/enter_account.sql"
    , 0}},
  {"files/file_is_hidden.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/file_is_hidden.sql"
    , 0}},
  {"files/file_is_used.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/file_is_used.sql"
    , 0}},
  {"files/file_of_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/file_of_address.sql"
    , 0}},
  {"files/follow_picture.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/follow_picture.sql"
    , 0}},
  {"files/follow_school_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/follow_school_files.sql"
    , 0}},
  {"files/follow_school_picture.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/follow_school_picture.sql"
    , 0}},
  {"files/forget_buried_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/forget_buried_files.sql"
    , 0}},
  {"files/has_place.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/has_place.sql"
    , 0}},
  {"files/is_staff_of.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/is_staff_of.sql"
    , 0}},
  {"files/leave_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/leave_files.sql"
    , 0}},
  {"files/lock_home.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/lock_home.sql"
    , 0}},
  {"files/note_received.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/note_received.sql"
    , 0}},
  {"files/propagate_picture.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/propagate_picture.sql"
    , 0}},
  {"files/school_file_is_seen.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/school_file_is_seen.sql"
    , 0}},
  {"files/school_file_is_used.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/school_file_is_used.sql"
    , 0}},
  {"files/sees_person.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/sees_person.sql"
    , 0}},
  {"files/sees_school_file.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/sees_school_file.sql"
    , 0}},
  {"files/show_people.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/show_people.sql"
    , 0}},
  {"files/show_pictures.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/show_pictures.sql"
    , 0}},
  {"files/store_file.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/store_file.sql"
    , 0}},
  {"files/student_picture.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/student_picture.sql"
    , 0}},
  {"files/unusable_pictures.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/unusable_pictures.sql"
    , 0}},
  {"files/upload_of_address.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/upload_of_address.sql"
    , 0}},
  {"files/upload_room.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/upload_room.sql"
    , 0}},
  {"files/use_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/use_files.sql"
    , 0}},
  {"files/use_message_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/use_message_files.sql"
    , 0}},
  {"files/use_post_pictures.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/use_post_pictures.sql"
    , 0}},
  {"files/use_school_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/use_school_files.sql"
    , 0}},
  {"files/use_ticket_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/files/use_ticket_files.sql"
    , 0}},
  {"household/accept_group_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/accept_group_code.sql"
    , 0}},
  {"household/accept_list_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/accept_list_code.sql"
    , 0}},
  {"household/add_busy_time.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/add_busy_time.sql"
    , 0}},
  {"household/add_item_as_guest.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/add_item_as_guest.sql"
    , 0}},
  {"household/add_meals.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/add_meals.sql"
    , 0}},
  {"household/add_webhook_delivery.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/add_webhook_delivery.sql"
    , 0}},
  {"household/answer_group_request.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/answer_group_request.sql"
    , 0}},
  {"household/asked_provider.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/asked_provider.sql"
    , 0}},
  {"household/audit_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/audit_booking.sql"
    , 0}},
  {"household/audit_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/audit_group.sql"
    , 0}},
  {"household/block_group_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/block_group_family.sql"
    , 0}},
  {"household/booking_price.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/booking_price.sql"
    , 0}},
  {"household/booking_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/booking_state.sql"
    , 0}},
  {"household/change_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/change_group.sql"
    , 0}},
  {"household/claim_webhooks.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/claim_webhooks.sql"
    , 0}},
  {"household/copy_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/copy_booking.sql"
    , 0}},
  {"household/copy_group_post.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/copy_group_post.sql"
    , 0}},
  {"household/copy_list.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/copy_list.sql"
    , 0}},
  {"household/copy_service.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/copy_service.sql"
    , 0}},
  {"household/create_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/create_group.sql"
    , 0}},
  {"household/create_group_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/create_group_code.sql"
    , 0}},
  {"household/create_list_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/create_list_code.sql"
    , 0}},
  {"household/currency_digits.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/currency_digits.sql"
    , 0}},
  {"household/delete_busy_time.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/delete_busy_time.sql"
    , 0}},
  {"household/end_conversations.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/end_conversations.sql"
    , 0}},
  {"household/enter_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/enter_group.sql"
    , 0}},
  {"household/finish_webhook.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/finish_webhook.sql"
    , 0}},
  {"household/fit_money.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/fit_money.sql"
    , 0}},
  {"household/follow_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_booking.sql"
    , 0}},
  {"household/follow_family_name.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_family_name.sql"
    , 0}},
  {"household/follow_group_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_group_family.sql"
    , 0}},
  {"household/follow_group_post.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_group_post.sql"
    , 0}},
  {"household/follow_guests.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_guests.sql"
    , 0}},
  {"household/follow_list.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_list.sql"
    , 0}},
  {"household/follow_provider.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_provider.sql"
    , 0}},
  {"household/follow_webhook.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/follow_webhook.sql"
    , 0}},
  {"household/forget_list_codes.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/forget_list_codes.sql"
    , 0}},
  {"household/forget_payer.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/forget_payer.sql"
    , 0}},
  {"household/forget_webhooks.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/forget_webhooks.sql"
    , 0}},
  {"household/free_times.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/free_times.sql"
    , 0}},
  {"household/free_times_end.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/free_times_end.sql"
    , 0}},
  {"household/group_directory.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/group_directory.sql"
    , 0}},
  {"household/hold_slot.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/hold_slot.sql"
    , 0}},
  {"household/leave_clients.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_clients.sql"
    , 0}},
  {"household/leave_conversations.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_conversations.sql"
    , 0}},
  {"household/leave_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_group.sql"
    , 0}},
  {"household/leave_groups.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_groups.sql"
    , 0}},
  {"household/leave_lists.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_lists.sql"
    , 0}},
  {"household/leave_webhook_queue.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/leave_webhook_queue.sql"
    , 0}},
  {"household/lock_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/lock_booking.sql"
    , 0}},
  {"household/lock_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/lock_group.sql"
    , 0}},
  {"household/lock_lists.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/lock_lists.sql"
    , 0}},
  {"household/look_at_starts.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/look_at_starts.sql"
    , 0}},
  {"household/note_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_booking.sql"
    , 0}},
  {"household/note_group_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_group_content.sql"
    , 0}},
  {"household/note_pickup.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_pickup.sql"
    , 0}},
  {"household/note_reminder.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_reminder.sql"
    , 0}},
  {"household/note_shopping.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_shopping.sql"
    , 0}},
  {"household/note_task_done.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_task_done.sql"
    , 0}},
  {"household/note_webhook.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/note_webhook.sql"
    , 0}},
  {"household/open_hours.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/open_hours.sql"
    , 0}},
  {"household/own_family_messages.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/own_family_messages.sql"
    , 0}},
  {"household/own_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/own_group.sql"
    , 0}},
  {"household/own_group_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/own_group_content.sql"
    , 0}},
  {"household/provider_talk.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/provider_talk.sql"
    , 0}},
  {"household/provider_talk_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/provider_talk_state.sql"
    , 0}},
  {"household/remove_group_family.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/remove_group_family.sql"
    , 0}},
  {"household/report_group_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/report_group_content.sql"
    , 0}},
  {"household/request_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/request_group.sql"
    , 0}},
  {"household/rotate_webhook_secret.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/rotate_webhook_secret.sql"
    , 0}},
  {"household/set_webhook_secret.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/set_webhook_secret.sql"
    , 0}},
  {"household/shopping_name.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/shopping_name.sql"
    , 0}},
  {"household/shopping_unit.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/shopping_unit.sql"
    , 0}},
  {"household/start_direct.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/start_direct.sql"
    , 0}},
  {"household/start_events.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/start_events.sql"
    , 0}},
  {"household/start_members.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/start_members.sql"
    , 0}},
  {"household/start_provider_talk.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/start_provider_talk.sql"
    , 0}},
  {"household/suggestion_reason.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/suggestion_reason.sql"
    , 0}},
  {"household/tell_account.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/tell_account.sql"
    , 0}},
  {"household/tell_groups.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/tell_groups.sql"
    , 0}},
  {"household/tell_messages.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/tell_messages.sql"
    , 0}},
  {"household/tell_of_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/tell_of_booking.sql"
    , 0}},
  {"household/test_webhook.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/test_webhook.sql"
    , 0}},
  {"household/wake_clients.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/wake_clients.sql"
    , 0}},
  {"household/webhook_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/household/webhook_state.sql"
    , 0}},
  {"learning/audit_grade.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/audit_grade.sql"
    , 0}},
  {"learning/audit_grade_weight.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/audit_grade_weight.sql"
    , 0}},
  {"learning/audit_grading_method.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/audit_grading_method.sql"
    , 0}},
  {"learning/audit_move.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/audit_move.sql"
    , 0}},
  {"learning/check_grade_day.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/check_grade_day.sql"
    , 0}},
  {"learning/check_school_year_days.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/check_school_year_days.sql"
    , 0}},
  {"learning/check_term_days.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/check_term_days.sql"
    , 0}},
  {"learning/date_completion.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/date_completion.sql"
    , 0}},
  {"learning/date_grade.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/date_grade.sql"
    , 0}},
  {"learning/fit_assignment_to_course.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/fit_assignment_to_course.sql"
    , 0}},
  {"learning/general_grade.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/general_grade.sql"
    , 0}},
  {"learning/grade_by_general_rule.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/grade_by_general_rule.sql"
    , 0}},
  {"learning/grade_by_method.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/grade_by_method.sql"
    , 0}},
  {"learning/grade_step.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/grade_step.sql"
    , 0}},
  {"learning/overdue_settings.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/overdue_settings.sql"
    , 0}},
  {"learning/ready_made_bounds.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/ready_made_bounds.sql"
    , 0}},
  {"learning/ready_made_grade_steps.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/ready_made_grade_steps.sql"
    , 0}},
  {"learning/ready_made_letters.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/ready_made_letters.sql"
    , 0}},
  {"learning/ready_made_points.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/ready_made_points.sql"
    , 0}},
  {"learning/unmark_moved_assignment.sql", (const unsigned char[]){
#embed "../../migrations/functions/learning/unmark_moved_assignment.sql"
    , 0}},
  {"school/accept_staff_invitation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/accept_staff_invitation.sql"
    , 0}},
  {"school/accept_student_name.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/accept_student_name.sql"
    , 0}},
  {"school/accounts_beside.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/accounts_beside.sql"
    , 0}},
  {"school/accounts_of_leaving.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/accounts_of_leaving.sql"
    , 0}},
  {"school/add_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/add_staff.sql"
    , 0}},
  {"school/bar_guardian.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bar_guardian.sql"
    , 0}},
  {"school/bar_member.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bar_member.sql"
    , 0}},
  {"school/barred_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/barred_enrolments.sql"
    , 0}},
  {"school/barred_name.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/barred_name.sql"
    , 0}},
  {"school/begin_administration_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/begin_administration_versions.sql"
    , 0}},
  {"school/begin_place_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/begin_place_versions.sql"
    , 0}},
  {"school/bump_administration.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_administration.sql"
    , 0}},
  {"school/bump_before_places.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_before_places.sql"
    , 0}},
  {"school/bump_correspondents.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_correspondents.sql"
    , 0}},
  {"school/bump_pickup.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_pickup.sql"
    , 0}},
  {"school/bump_places.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_places.sql"
    , 0}},
  {"school/bump_roll.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_roll.sql"
    , 0}},
  {"school/bump_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_school.sql"
    , 0}},
  {"school/bump_school_rows.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_school_rows.sql"
    , 0}},
  {"school/bump_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/bump_staff.sql"
    , 0}},
  {"school/card_reader_has_token.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/card_reader_has_token.sql"
    , 0}},
  {"school/change_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/change_staff.sql"
    , 0}},
  {"school/check_absence_days.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/check_absence_days.sql"
    , 0}},
  {"school/close_silent_tickets.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/close_silent_tickets.sql"
    , 0}},
  {"school/confirm_guardian.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/confirm_guardian.sql"
    , 0}},
  {"school/confirm_guardians.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/confirm_guardians.sql"
    , 0}},
  {"school/copy_album.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_album.sql"
    , 0}},
  {"school/copy_conversation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_conversation.sql"
    , 0}},
  {"school/copy_enrolment.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_enrolment.sql"
    , 0}},
  {"school/copy_member.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_member.sql"
    , 0}},
  {"school/copy_post.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_post.sql"
    , 0}},
  {"school/copy_ticket.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/copy_ticket.sql"
    , 0}},
  {"school/correspondents.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/correspondents.sql"
    , 0}},
  {"school/create_card_reader.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/create_card_reader.sql"
    , 0}},
  {"school/create_enrolment_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/create_enrolment_code.sql"
    , 0}},
  {"school/create_staff_invitation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/create_staff_invitation.sql"
    , 0}},
  {"school/date_enrolment.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/date_enrolment.sql"
    , 0}},
  {"school/end_enrolment.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/end_enrolment.sql"
    , 0}},
  {"school/end_place_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/end_place_versions.sql"
    , 0}},
  {"school/enroll_student.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/enroll_student.sql"
    , 0}},
  {"school/enrolment_code_state.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/enrolment_code_state.sql"
    , 0}},
  {"school/enrolments_kept.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/enrolments_kept.sql"
    , 0}},
  {"school/enter_card.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/enter_card.sql"
    , 0}},
  {"school/enter_places.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/enter_places.sql"
    , 0}},
  {"school/excerpt_of.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/excerpt_of.sql"
    , 0}},
  {"school/expire_dismissals.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/expire_dismissals.sql"
    , 0}},
  {"school/fill_conversation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/fill_conversation.sql"
    , 0}},
  {"school/follow_collector.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_collector.sql"
    , 0}},
  {"school/follow_conversation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_conversation.sql"
    , 0}},
  {"school/follow_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_message.sql"
    , 0}},
  {"school/follow_person.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_person.sql"
    , 0}},
  {"school/follow_post.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_post.sql"
    , 0}},
  {"school/follow_report.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/follow_report.sql"
    , 0}},
  {"school/forget_author.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_author.sql"
    , 0}},
  {"school/forget_card_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_card_code.sql"
    , 0}},
  {"school/forget_class_wishes.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_class_wishes.sql"
    , 0}},
  {"school/forget_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_content.sql"
    , 0}},
  {"school/forget_disclosed_person.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_disclosed_person.sql"
    , 0}},
  {"school/forget_pickup_records.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_pickup_records.sql"
    , 0}},
  {"school/forget_pickups.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_pickups.sql"
    , 0}},
  {"school/forget_reads.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_reads.sql"
    , 0}},
  {"school/forget_school_ids.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_school_ids.sql"
    , 0}},
  {"school/forget_staff_devices.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/forget_staff_devices.sql"
    , 0}},
  {"school/has_classes.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/has_classes.sql"
    , 0}},
  {"school/hidden_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/hidden_enrolments.sql"
    , 0}},
  {"school/index_information.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/index_information.sql"
    , 0}},
  {"school/index_passages.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/index_passages.sql"
    , 0}},
  {"school/is_barred_from.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/is_barred_from.sql"
    , 0}},
  {"school/is_kept_from.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/is_kept_from.sql"
    , 0}},
  {"school/joined_query.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/joined_query.sql"
    , 0}},
  {"school/keep_after_end.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/keep_after_end.sql"
    , 0}},
  {"school/keep_before_removal.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/keep_before_removal.sql"
    , 0}},
  {"school/keep_pickup_records.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/keep_pickup_records.sql"
    , 0}},
  {"school/kept_from.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/kept_from.sql"
    , 0}},
  {"school/know_people.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/know_people.sql"
    , 0}},
  {"school/leave_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/leave_school.sql"
    , 0}},
  {"school/leave_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/leave_staff.sql"
    , 0}},
  {"school/link_card.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/link_card.sql"
    , 0}},
  {"school/lock_administered_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_administered_staff.sql"
    , 0}},
  {"school/lock_author.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_author.sql"
    , 0}},
  {"school/lock_class_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_class_versions.sql"
    , 0}},
  {"school/lock_families_as_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_families_as_staff.sql"
    , 0}},
  {"school/lock_reader.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_reader.sql"
    , 0}},
  {"school/lock_school_as_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_school_as_staff.sql"
    , 0}},
  {"school/lock_ticket_as_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/lock_ticket_as_staff.sql"
    , 0}},
  {"school/log_complaint.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/log_complaint.sql"
    , 0}},
  {"school/log_disclosure.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/log_disclosure.sql"
    , 0}},
  {"school/mark_absence.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/mark_absence.sql"
    , 0}},
  {"school/mirror_block.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/mirror_block.sql"
    , 0}},
  {"school/move_school_events.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/move_school_events.sql"
    , 0}},
  {"school/move_steps.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/move_steps.sql"
    , 0}},
  {"school/move_tickets.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/move_tickets.sql"
    , 0}},
  {"school/name_words.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/name_words.sql"
    , 0}},
  {"school/names_person.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/names_person.sql"
    , 0}},
  {"school/note_consent.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/note_consent.sql"
    , 0}},
  {"school/note_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/note_message.sql"
    , 0}},
  {"school/note_steps.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/note_steps.sql"
    , 0}},
  {"school/note_telling.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/note_telling.sql"
    , 0}},
  {"school/note_to_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/note_to_staff.sql"
    , 0}},
  {"school/notify_left_waiting.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/notify_left_waiting.sql"
    , 0}},
  {"school/offer_passages.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/offer_passages.sql"
    , 0}},
  {"school/own_barred_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/own_barred_enrolments.sql"
    , 0}},
  {"school/own_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/own_content.sql"
    , 0}},
  {"school/passages_of.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/passages_of.sql"
    , 0}},
  {"school/pickup_days.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/pickup_days.sql"
    , 0}},
  {"school/place_enrolment.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/place_enrolment.sql"
    , 0}},
  {"school/place_school_event.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/place_school_event.sql"
    , 0}},
  {"school/place_ticket.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/place_ticket.sql"
    , 0}},
  {"school/propagate_enrolment.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/propagate_enrolment.sql"
    , 0}},
  {"school/push_class_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/push_class_message.sql"
    , 0}},
  {"school/push_class_request.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/push_class_request.sql"
    , 0}},
  {"school/push_to_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/push_to_staff.sql"
    , 0}},
  {"school/query_of_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/query_of_school.sql"
    , 0}},
  {"school/read_messages.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/read_messages.sql"
    , 0}},
  {"school/read_messages_as_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/read_messages_as_staff.sql"
    , 0}},
  {"school/reader_in_scope.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/reader_in_scope.sql"
    , 0}},
  {"school/reader_stands.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/reader_stands.sql"
    , 0}},
  {"school/record_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/record_enrolments.sql"
    , 0}},
  {"school/record_open_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/record_open_enrolments.sql"
    , 0}},
  {"school/refuse_barred.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/refuse_barred.sql"
    , 0}},
  {"school/refuse_barred_policy.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/refuse_barred_policy.sql"
    , 0}},
  {"school/refuse_new_guardian.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/refuse_new_guardian.sql"
    , 0}},
  {"school/register_at_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/register_at_school.sql"
    , 0}},
  {"school/register_staff_device.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/register_staff_device.sql"
    , 0}},
  {"school/remove_staff.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/remove_staff.sql"
    , 0}},
  {"school/say_who_comes.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/say_who_comes.sql"
    , 0}},
  {"school/search_language.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/search_language.sql"
    , 0}},
  {"school/search_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/search_school.sql"
    , 0}},
  {"school/search_text.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/search_text.sql"
    , 0}},
  {"school/search_words.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/search_words.sql"
    , 0}},
  {"school/set_staff_classes.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/set_staff_classes.sql"
    , 0}},
  {"school/staff_invitation_has_code.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/staff_invitation_has_code.sql"
    , 0}},
  {"school/staff_push.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/staff_push.sql"
    , 0}},
  {"school/tell_conversation.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_conversation.sql"
    , 0}},
  {"school/tell_of_absence.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_absence.sql"
    , 0}},
  {"school/tell_of_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_content.sql"
    , 0}},
  {"school/tell_of_dismissal.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_dismissal.sql"
    , 0}},
  {"school/tell_of_message.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_message.sql"
    , 0}},
  {"school/tell_of_parent.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_parent.sql"
    , 0}},
  {"school/tell_of_ticket.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_of_ticket.sql"
    , 0}},
  {"school/tell_parents.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_parents.sql"
    , 0}},
  {"school/tell_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_school.sql"
    , 0}},
  {"school/tell_ticket_author.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/tell_ticket_author.sql"
    , 0}},
  {"school/ticket_is_seen.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/ticket_is_seen.sql"
    , 0}},
  {"school/words_of_school.sql", (const unsigned char[]){
#embed "../../migrations/functions/school/words_of_school.sql"
    , 0}},
  {"tables/add_scope_policy.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/add_scope_policy.sql"
    , 0}},
  {"tables/audience_key.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/audience_key.sql"
    , 0}},
  {"tables/audience_of.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/audience_of.sql"
    , 0}},
  {"tables/audience_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/audience_versions.sql"
    , 0}},
  {"tables/bump_accounts.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_accounts.sql"
    , 0}},
  {"tables/bump_audience.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_audience.sql"
    , 0}},
  {"tables/bump_authors.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_authors.sql"
    , 0}},
  {"tables/bump_booking.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_booking.sql"
    , 0}},
  {"tables/bump_conversation.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_conversation.sql"
    , 0}},
  {"tables/bump_desk.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_desk.sql"
    , 0}},
  {"tables/bump_directory.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_directory.sql"
    , 0}},
  {"tables/bump_directory_rows.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_directory_rows.sql"
    , 0}},
  {"tables/bump_families.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_families.sql"
    , 0}},
  {"tables/bump_files.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_files.sql"
    , 0}},
  {"tables/bump_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_group.sql"
    , 0}},
  {"tables/bump_list.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_list.sql"
    , 0}},
  {"tables/bump_post_pictures.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_post_pictures.sql"
    , 0}},
  {"tables/bump_ticket.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/bump_ticket.sql"
    , 0}},
  {"tables/collect_shared_ids.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/collect_shared_ids.sql"
    , 0}},
  {"tables/guard_audience.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/guard_audience.sql"
    , 0}},
  {"tables/guard_content.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/guard_content.sql"
    , 0}},
  {"tables/guard_group.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/guard_group.sql"
    , 0}},
  {"tables/guard_messages.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/guard_messages.sql"
    , 0}},
  {"tables/guard_table.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/guard_table.sql"
    , 0}},
  {"tables/mirror_enrolments.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/mirror_enrolments.sql"
    , 0}},
  {"tables/track_changes.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/track_changes.sql"
    , 0}},
  {"tables/track_pickup_changes.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/track_pickup_changes.sql"
    , 0}},
  {"tables/track_pickup_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/track_pickup_versions.sql"
    , 0}},
  {"tables/track_usage.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/track_usage.sql"
    , 0}},
  {"tables/track_versions.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/track_versions.sql"
    , 0}},
  {"tables/wake_groups.sql", (const unsigned char[]){
#embed "../../migrations/functions/tables/wake_groups.sql"
    , 0}},
  {NULL, NULL},
};

static const embedded_file templates[] = {
  {"de/address-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/de/address-changed.html"
    , 0}},
  {"de/address-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/address-changed.txt"
    , 0}},
  {"de/address-known.html", (const unsigned char[]){
#embed "../Mail/Templates/de/address-known.html"
    , 0}},
  {"de/address-known.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/address-known.txt"
    , 0}},
  {"de/announcement.html", (const unsigned char[]){
#embed "../Mail/Templates/de/announcement.html"
    , 0}},
  {"de/announcement.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/announcement.txt"
    , 0}},
  {"de/confirm-address.html", (const unsigned char[]){
#embed "../Mail/Templates/de/confirm-address.html"
    , 0}},
  {"de/confirm-address.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/confirm-address.txt"
    , 0}},
  {"de/family-deleted.html", (const unsigned char[]){
#embed "../Mail/Templates/de/family-deleted.html"
    , 0}},
  {"de/family-deleted.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/family-deleted.txt"
    , 0}},
  {"de/member-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/de/member-removed.html"
    , 0}},
  {"de/member-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/member-removed.txt"
    , 0}},
  {"de/no-account.html", (const unsigned char[]){
#embed "../Mail/Templates/de/no-account.html"
    , 0}},
  {"de/no-account.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/no-account.txt"
    , 0}},
  {"de/password-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/de/password-changed.html"
    , 0}},
  {"de/password-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/password-changed.txt"
    , 0}},
  {"de/reminder.html", (const unsigned char[]){
#embed "../Mail/Templates/de/reminder.html"
    , 0}},
  {"de/reminder.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/reminder.txt"
    , 0}},
  {"de/reset-password.html", (const unsigned char[]){
#embed "../Mail/Templates/de/reset-password.html"
    , 0}},
  {"de/reset-password.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/reset-password.txt"
    , 0}},
  {"de/test.html", (const unsigned char[]){
#embed "../Mail/Templates/de/test.html"
    , 0}},
  {"de/test.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/test.txt"
    , 0}},
  {"de/way-added.html", (const unsigned char[]){
#embed "../Mail/Templates/de/way-added.html"
    , 0}},
  {"de/way-added.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/way-added.txt"
    , 0}},
  {"de/way-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/de/way-removed.html"
    , 0}},
  {"de/way-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/way-removed.txt"
    , 0}},
  {"de/words.txt", (const unsigned char[]){
#embed "../Mail/Templates/de/words.txt"
    , 0}},
  {"en/address-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/en/address-changed.html"
    , 0}},
  {"en/address-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/address-changed.txt"
    , 0}},
  {"en/address-known.html", (const unsigned char[]){
#embed "../Mail/Templates/en/address-known.html"
    , 0}},
  {"en/address-known.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/address-known.txt"
    , 0}},
  {"en/announcement.html", (const unsigned char[]){
#embed "../Mail/Templates/en/announcement.html"
    , 0}},
  {"en/announcement.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/announcement.txt"
    , 0}},
  {"en/confirm-address.html", (const unsigned char[]){
#embed "../Mail/Templates/en/confirm-address.html"
    , 0}},
  {"en/confirm-address.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/confirm-address.txt"
    , 0}},
  {"en/family-deleted.html", (const unsigned char[]){
#embed "../Mail/Templates/en/family-deleted.html"
    , 0}},
  {"en/family-deleted.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/family-deleted.txt"
    , 0}},
  {"en/member-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/en/member-removed.html"
    , 0}},
  {"en/member-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/member-removed.txt"
    , 0}},
  {"en/no-account.html", (const unsigned char[]){
#embed "../Mail/Templates/en/no-account.html"
    , 0}},
  {"en/no-account.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/no-account.txt"
    , 0}},
  {"en/password-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/en/password-changed.html"
    , 0}},
  {"en/password-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/password-changed.txt"
    , 0}},
  {"en/reminder.html", (const unsigned char[]){
#embed "../Mail/Templates/en/reminder.html"
    , 0}},
  {"en/reminder.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/reminder.txt"
    , 0}},
  {"en/reset-password.html", (const unsigned char[]){
#embed "../Mail/Templates/en/reset-password.html"
    , 0}},
  {"en/reset-password.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/reset-password.txt"
    , 0}},
  {"en/test.html", (const unsigned char[]){
#embed "../Mail/Templates/en/test.html"
    , 0}},
  {"en/test.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/test.txt"
    , 0}},
  {"en/way-added.html", (const unsigned char[]){
#embed "../Mail/Templates/en/way-added.html"
    , 0}},
  {"en/way-added.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/way-added.txt"
    , 0}},
  {"en/way-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/en/way-removed.html"
    , 0}},
  {"en/way-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/way-removed.txt"
    , 0}},
  {"en/words.txt", (const unsigned char[]){
#embed "../Mail/Templates/en/words.txt"
    , 0}},
  {"es/address-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/es/address-changed.html"
    , 0}},
  {"es/address-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/address-changed.txt"
    , 0}},
  {"es/address-known.html", (const unsigned char[]){
#embed "../Mail/Templates/es/address-known.html"
    , 0}},
  {"es/address-known.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/address-known.txt"
    , 0}},
  {"es/announcement.html", (const unsigned char[]){
#embed "../Mail/Templates/es/announcement.html"
    , 0}},
  {"es/announcement.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/announcement.txt"
    , 0}},
  {"es/confirm-address.html", (const unsigned char[]){
#embed "../Mail/Templates/es/confirm-address.html"
    , 0}},
  {"es/confirm-address.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/confirm-address.txt"
    , 0}},
  {"es/family-deleted.html", (const unsigned char[]){
#embed "../Mail/Templates/es/family-deleted.html"
    , 0}},
  {"es/family-deleted.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/family-deleted.txt"
    , 0}},
  {"es/member-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/es/member-removed.html"
    , 0}},
  {"es/member-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/member-removed.txt"
    , 0}},
  {"es/no-account.html", (const unsigned char[]){
#embed "../Mail/Templates/es/no-account.html"
    , 0}},
  {"es/no-account.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/no-account.txt"
    , 0}},
  {"es/password-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/es/password-changed.html"
    , 0}},
  {"es/password-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/password-changed.txt"
    , 0}},
  {"es/reminder.html", (const unsigned char[]){
#embed "../Mail/Templates/es/reminder.html"
    , 0}},
  {"es/reminder.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/reminder.txt"
    , 0}},
  {"es/reset-password.html", (const unsigned char[]){
#embed "../Mail/Templates/es/reset-password.html"
    , 0}},
  {"es/reset-password.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/reset-password.txt"
    , 0}},
  {"es/test.html", (const unsigned char[]){
#embed "../Mail/Templates/es/test.html"
    , 0}},
  {"es/test.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/test.txt"
    , 0}},
  {"es/way-added.html", (const unsigned char[]){
#embed "../Mail/Templates/es/way-added.html"
    , 0}},
  {"es/way-added.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/way-added.txt"
    , 0}},
  {"es/way-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/es/way-removed.html"
    , 0}},
  {"es/way-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/way-removed.txt"
    , 0}},
  {"es/words.txt", (const unsigned char[]){
#embed "../Mail/Templates/es/words.txt"
    , 0}},
  {"fr/address-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/address-changed.html"
    , 0}},
  {"fr/address-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/address-changed.txt"
    , 0}},
  {"fr/address-known.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/address-known.html"
    , 0}},
  {"fr/address-known.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/address-known.txt"
    , 0}},
  {"fr/announcement.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/announcement.html"
    , 0}},
  {"fr/announcement.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/announcement.txt"
    , 0}},
  {"fr/confirm-address.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/confirm-address.html"
    , 0}},
  {"fr/confirm-address.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/confirm-address.txt"
    , 0}},
  {"fr/family-deleted.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/family-deleted.html"
    , 0}},
  {"fr/family-deleted.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/family-deleted.txt"
    , 0}},
  {"fr/member-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/member-removed.html"
    , 0}},
  {"fr/member-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/member-removed.txt"
    , 0}},
  {"fr/no-account.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/no-account.html"
    , 0}},
  {"fr/no-account.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/no-account.txt"
    , 0}},
  {"fr/password-changed.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/password-changed.html"
    , 0}},
  {"fr/password-changed.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/password-changed.txt"
    , 0}},
  {"fr/reminder.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/reminder.html"
    , 0}},
  {"fr/reminder.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/reminder.txt"
    , 0}},
  {"fr/reset-password.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/reset-password.html"
    , 0}},
  {"fr/reset-password.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/reset-password.txt"
    , 0}},
  {"fr/test.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/test.html"
    , 0}},
  {"fr/test.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/test.txt"
    , 0}},
  {"fr/way-added.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/way-added.html"
    , 0}},
  {"fr/way-added.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/way-added.txt"
    , 0}},
  {"fr/way-removed.html", (const unsigned char[]){
#embed "../Mail/Templates/fr/way-removed.html"
    , 0}},
  {"fr/way-removed.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/way-removed.txt"
    , 0}},
  {"fr/words.txt", (const unsigned char[]){
#embed "../Mail/Templates/fr/words.txt"
    , 0}},
  {"layout.html", (const unsigned char[]){
#embed "../Mail/Templates/layout.html"
    , 0}},
  {NULL, NULL},
};

static const embedded_file explorer[] = {
  {"core.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/core.js"
    , 0}},
  {"examples.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/examples.js"
    , 0}},
  {"examples.json", (const unsigned char[]){
#embed "../Server/Explorer/Web/examples.json"
    , 0}},
  {"explorer.css", (const unsigned char[]){
#embed "../Server/Explorer/Web/explorer.css"
    , 0}},
  {"explorer.html", (const unsigned char[]){
#embed "../Server/Explorer/Web/explorer.html"
    , 0}},
  {"explorer.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/explorer.js"
    , 0}},
  {"icon.svg", (const unsigned char[]){
#embed "../Server/Explorer/Web/icon.svg"
    , 0}},
  {"live.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/live.js"
    , 0}},
  {"missing.html", (const unsigned char[]){
#embed "../Server/Explorer/Web/missing.html"
    , 0}},
  {"people.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/people.js"
    , 0}},
  {"plan.js", (const unsigned char[]){
#embed "../Server/Explorer/Web/plan.js"
    , 0}},
  {"vendor.sha256", (const unsigned char[]){
#embed "../Server/Explorer/Web/vendor.sha256"
    , 0}},
  {NULL, NULL},
};

static const embedded_file operator_page[] = {
  {"chart.js", (const unsigned char[]){
#embed "../Server/Operator/Web/chart.js"
    , 0}},
  {"core.js", (const unsigned char[]){
#embed "../Server/Operator/Web/core.js"
    , 0}},
  {"icon.svg", (const unsigned char[]){
#embed "../Server/Operator/Web/icon.svg"
    , 0}},
  {"metrics.js", (const unsigned char[]){
#embed "../Server/Operator/Web/metrics.js"
    , 0}},
  {"operations.js", (const unsigned char[]){
#embed "../Server/Operator/Web/operations.js"
    , 0}},
  {"operator.css", (const unsigned char[]){
#embed "../Server/Operator/Web/operator.css"
    , 0}},
  {"operator.html", (const unsigned char[]){
#embed "../Server/Operator/Web/operator.html"
    , 0}},
  {"operator.js", (const unsigned char[]){
#embed "../Server/Operator/Web/operator.js"
    , 0}},
  {"panels.js", (const unsigned char[]){
#embed "../Server/Operator/Web/panels.js"
    , 0}},
  {"status.js", (const unsigned char[]){
#embed "../Server/Operator/Web/status.js"
    , 0}},
  {NULL, NULL},
};

static const unsigned char common_passwords[] = {
#embed "common-passwords.txt"
    , 0};

const embedded_file *embedded_schema(void) { return schema; }

const embedded_file *embedded_migrations(void) { return migrations; }

const embedded_file *embedded_functions(void) { return functions; }

const embedded_file *embedded_templates(void) { return templates; }

const embedded_file *embedded_explorer(void) { return explorer; }

const embedded_file *embedded_operator_page(void) { return operator_page; }

const unsigned char *embedded_common_passwords(void) { return common_passwords; }
