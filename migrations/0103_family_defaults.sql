-- What a family's calendar is like, and what a new member of it begins with: the first day of the week, the language, and the clock.
ALTER TABLE families
  ADD COLUMN week_start text NOT NULL DEFAULT 'SUNDAY',
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  ADD COLUMN clock text NOT NULL DEFAULT 'TWELVE_HOURS';
ALTER TABLE families ADD CONSTRAINT families_week_start CHECK (
  week_start IN ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'));
ALTER TABLE families ADD CONSTRAINT families_language CHECK (
  length(language) <= 35 AND language ~ '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$');
ALTER TABLE families ADD CONSTRAINT families_clock CHECK (clock IN ('TWELVE_HOURS', 'TWENTY_FOUR_HOURS'));
