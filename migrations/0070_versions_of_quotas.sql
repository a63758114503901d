-- Quotas are everybody's: whoever changes them begins an epoch.
CREATE TRIGGER bump_added AFTER INSERT ON storage_quotas FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_changed AFTER UPDATE ON storage_quotas FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_removed AFTER DELETE ON storage_quotas FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_emptied AFTER TRUNCATE ON storage_quotas FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
