-- What a database is besides its rows, a line each: who owns what, who may do what, what is forced. In the same order and
-- words wherever it is the same, so that `diff` compares two of them. Its own name does not count.
WITH
  schemas AS (
    SELECT * FROM pg_namespace WHERE nspname NOT LIKE 'pg\_%' AND nspname <> 'information_schema'
  ),
  relations AS (SELECT * FROM pg_class WHERE relnamespace IN (SELECT oid FROM schemas)),
  functions AS (SELECT * FROM pg_proc WHERE pronamespace IN (SELECT oid FROM schemas)),
  -- What nobody was granted anything of has the default, whether PostgreSQL wrote that down or not.
  granted (object, list) AS (
    SELECT 'database', coalesce(datacl, acldefault('d', datdba)) FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)) FROM schemas
    UNION ALL
    SELECT 'relation ' || oid::regclass,
      coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner))
    FROM relations WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL
    SELECT format('column %s.%I', attrelid::regclass, attname), attacl
    FROM pg_attribute WHERE attrelid IN (SELECT oid FROM relations) AND attacl IS NOT NULL
    UNION ALL SELECT 'function ' || oid::regprocedure, coalesce(proacl, acldefault('f', proowner)) FROM functions
    UNION ALL
    SELECT format('future %s of %s', defaclobjtype, defaclrole::regrole), defaclacl FROM pg_default_acl
  ),
  lines (line) AS (
    SELECT format('role %s: superuser %s, bypasses policies %s, can log in %s, makes databases %s, makes roles %s',
      rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreatedb, rolcreaterole)
    FROM pg_roles WHERE rolname LIKE 'hatched\_%'
    UNION ALL
    SELECT format('role %s is in %s', member::regrole, roleid::regrole)
    FROM pg_auth_members WHERE member::regrole::text LIKE 'hatched\_%'
    UNION ALL
    SELECT format('setting of %s: %s', CASE setrole WHEN 0 THEN 'the database' ELSE setrole::regrole::text END, setting)
    FROM pg_db_role_setting, unnest(setconfig) AS setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
      OR setdatabase = 0 AND setrole::regrole::text LIKE 'hatched\_%'
    UNION ALL
    SELECT format('database: owner %s, encoding %s, collation %s, %s',
      datdba::regrole, pg_encoding_to_char(encoding), datcollate, datctype)
    FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT format('extension %s %s', extname, extversion) FROM pg_extension
    UNION ALL SELECT format('schema %I: owner %s', nspname, nspowner::regrole) FROM schemas
    UNION ALL
    SELECT format('relation %s (%s): owner %s, row security %s, forced %s, options %s',
      oid::regclass, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions)
    FROM relations WHERE relkind NOT IN ('i', 'I', 't')
    UNION ALL
    SELECT format('column %s.%I: %s, not null %s, generated "%s", default %s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid))
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid IN (SELECT oid FROM relations WHERE relkind NOT IN ('i', 'I', 't'))
      AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT format('policy %I on %I.%I: %s, for %s, to %s, using %s, with check %s',
      policyname, schemaname, tablename, permissive, cmd, roles, qual, with_check)
    FROM pg_policies
    UNION ALL
    SELECT format('constraint %I on %s: %s, validated %s',
      conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace IN (SELECT oid FROM schemas)
    UNION ALL SELECT 'index: ' || indexdef FROM pg_indexes WHERE schemaname IN (SELECT nspname FROM schemas)
    UNION ALL
    SELECT format('view %s: %s', oid::regclass, pg_get_viewdef(oid)) FROM relations WHERE relkind IN ('v', 'm')
    UNION ALL
    SELECT format('trigger on %s: %s', tgrelid::regclass, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT format('function %s: owner %s, %s', oid::regprocedure, proowner::regrole, pg_get_functiondef(oid))
    FROM functions WHERE prokind IN ('f', 'p')
    UNION ALL
    SELECT format('%s: %s to %s%s', object, privilege_type,
      CASE grantee WHEN 0 THEN 'everyone' ELSE grantee::regrole::text END,
      CASE WHEN is_grantable THEN ', who may pass it on' ELSE '' END)
    FROM granted, aclexplode(list)
  )
SELECT regexp_replace(line, '\s+', ' ', 'g') FROM lines ORDER BY line COLLATE "C";
