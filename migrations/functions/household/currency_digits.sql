-- The number of decimals of a currency's minor unit, by ISO 4217. Sources/Planning/Scalars/CurrencyCode.swift has the same.
CREATE OR REPLACE FUNCTION currency_digits(currency text) RETURNS int
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE
    WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG',
      'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0
    WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    WHEN currency IN ('CLF', 'UYW') THEN 4
    ELSE 2
  END;
END
$$;
REVOKE ALL ON FUNCTION currency_digits(text) FROM PUBLIC;
-- Triggers call it with the rights of those who write.
GRANT EXECUTE ON FUNCTION currency_digits(text) TO hatched_app, hatched_worker;
