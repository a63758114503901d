-- Where a split moves the days of a series, what is kept of its occurrences moves with them.
DROP TRIGGER fixed_columns ON occurrences;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON occurrences EXECUTE FUNCTION refuse_fixed_columns();
