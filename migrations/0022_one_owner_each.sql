-- What is one person's is nobody else's as well: a device that another member signs in on, a profile that has got its
-- account, and a request that nobody has answered.

-- Whoever registered a device last has it in the hands: what the others are told is not for that one's eyes.
DELETE FROM devices older USING devices newer
WHERE newer.family_id = older.family_id AND newer.platform = older.platform AND newer.token = older.token
  AND (newer.registered_at, newer.id) > (older.registered_at, older.id);

ALTER TABLE devices
  DROP CONSTRAINT devices_family_id_member_id_platform_token_key,
  ADD CONSTRAINT devices_family_id_platform_token_key UNIQUE (family_id, platform, token);
CREATE INDEX devices_by_member ON devices (family_id, member_id, registered_at DESC, id DESC);

CREATE FUNCTION take_over_device() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.devices
  WHERE devices.family_id = NEW.family_id AND devices.platform = NEW.platform AND devices.token = NEW.token
    AND devices.member_id <> NEW.member_id;
  RETURN NEW;
END
$$;

CREATE TRIGGER take_over_device BEFORE INSERT ON devices FOR EACH ROW EXECUTE FUNCTION take_over_device();

-- An invitation gives a profile its account. Once it has one, by another invitation or by a request to join, there is
-- nothing left to be invited to.
CREATE FUNCTION revoke_needless_invitations() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.invitations SET revoked_at = now(), updated_at = now(), version = invitations.version + 1
  WHERE invitations.family_id = NEW.family_id AND invitations.student_id = NEW.id
    AND invitations.used_at IS NULL AND invitations.revoked_at IS NULL AND invitations.expires_at > now();
  RETURN NULL;
END
$$;

CREATE TRIGGER revoke_needless_invitations AFTER UPDATE ON members
  FOR EACH ROW WHEN (OLD.account_id IS NULL AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION revoke_needless_invitations();

UPDATE invitations SET revoked_at = now(), updated_at = now(), version = invitations.version + 1
FROM members
WHERE members.family_id = invitations.family_id AND members.id = invitations.student_id
  AND members.account_id IS NOT NULL
  AND invitations.used_at IS NULL AND invitations.revoked_at IS NULL AND invitations.expires_at > now();

-- Whoever asked to join a family may think better of it, whether in a family by now or not: then nothing is kept of it.
CREATE FUNCTION withdraw_join_request(request uuid) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.join_requests requests
  WHERE requests.id = request AND requests.state = 'PENDING'
    AND requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  RETURNING requests.id
$$;
REVOKE ALL ON FUNCTION withdraw_join_request(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_join_request(uuid) TO hatched_app;
