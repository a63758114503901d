-- Notes in the transaction what it has touched: the id of each family, account and place whose version it bumps, and the
-- channel of each message that it puts into the outbox. Whoever commits reads `hatched.touched` in the last statement,
-- and wakes those who wait for it. A lost note costs time alone: they look by themselves, too.
--
-- Of a transaction that touches more than some two hundred the rest is left out.
CREATE OR REPLACE FUNCTION note_touched() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  noted text := coalesce(current_setting('hatched.touched', true), '');
  word text;
BEGIN
  IF octet_length(noted) > 8000 THEN RETURN NULL; END IF;
  CASE TG_TABLE_NAME
    WHEN 'family_versions' THEN word := OLD.family_id;
    WHEN 'account_versions' THEN word := OLD.account_id;
    WHEN 'place_versions', 'directory_versions' THEN word := OLD.id;
    WHEN 'webhook_queue' THEN word := 'WEBHOOK';
    ELSE word := NEW.channel;
  END CASE;
  IF strpos(noted, word) = 0 THEN
    noted := set_config('hatched.touched', concat_ws(' ', nullif(noted, ''), word), true);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_touched() FROM PUBLIC;

CREATE OR REPLACE TRIGGER note_touched AFTER UPDATE OF stamp OR DELETE ON family_versions
  FOR EACH ROW EXECUTE FUNCTION note_touched();
CREATE OR REPLACE TRIGGER note_touched AFTER UPDATE OF stamp OR DELETE ON account_versions
  FOR EACH ROW EXECUTE FUNCTION note_touched();
CREATE OR REPLACE TRIGGER note_touched AFTER UPDATE OF stamp OR DELETE ON place_versions
  FOR EACH ROW EXECUTE FUNCTION note_touched();
CREATE OR REPLACE TRIGGER note_touched AFTER UPDATE OF stamp ON directory_versions
  FOR EACH ROW EXECUTE FUNCTION note_touched();
CREATE OR REPLACE TRIGGER note_touched AFTER INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION note_touched();
CREATE OR REPLACE TRIGGER note_touched AFTER INSERT ON webhook_queue
  FOR EACH ROW EXECUTE FUNCTION note_touched();
