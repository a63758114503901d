-- The tables whose ids refuse_known_id() compares follow from the catalog: guard_table() keeps them.
SELECT collect_shared_ids();
