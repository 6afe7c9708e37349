/** Functions of the database that free what silent workers held, and drop what was kept long enough. */
export const sweepFunctions = `
  -- Frees the units of one job whose lease has ended or whose worker is silent.
  CREATE FUNCTION helve.free_lost(the_job bigint, at double precision, silent_ms double precision) RETURNS integer
  LANGUAGE plpgsql AS $$
  DECLARE
    gone helve.unit;
    lost integer := 0;
  BEGIN
    FOR gone IN SELECT unit.* FROM helve.unit LEFT JOIN helve.worker ON worker.id = unit.worker
      WHERE unit.job = the_job AND unit.state = 'held'
        AND (unit.lease_until <= at OR worker.beat_at <= at - silent_ms)
    LOOP
      PERFORM helve.lose_unit(gone);
      lost := lost + 1;
    END LOOP;
    RETURN lost;
  END $$;

  -- Hands out again what nobody has claimed: as it was, or anew.
  CREATE FUNCTION helve.send_again(the_job bigint, at double precision, before double precision, is_same boolean)
  RETURNS json[] LANGUAGE sql AS $$
    WITH sent AS (
      UPDATE helve.unit SET sent_at = at, state = CASE WHEN is_same THEN unit.state ELSE 'ready' END,
        worker = CASE WHEN is_same THEN unit.worker END
      FROM helve.job
      WHERE unit.job = the_job AND job.no = the_job AND unit.state = 'sent' AND unit.sent_at <= before
      RETURNING json_build_object('job', job.id, 'unit', unit.id, 'delivery', unit.delivery, 'queue', unit.queue) AS sent_again
    )
    SELECT CASE WHEN is_same THEN array_agg(sent_again) END FROM sent
  $$;

  -- Ends the waits of one job whose time is over.
  CREATE FUNCTION helve.end_waits(the_job bigint, at double precision) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    late helve.unit;
  BEGIN
    FOR late IN SELECT * FROM helve.unit
      WHERE job = the_job AND state = 'waiting' AND not_before > 0 AND not_before <= at
    LOOP
      PERFORM helve.finish_unit(late, 'failed', json_build_object('type', 'TIMEOUT'),
        json_build_object('type', 'TIMEOUT', 'signal', late.signal));
    END LOOP;
  END $$;

  -- The blobs that rows of a job refer to.
  CREATE FUNCTION helve.blobs_of(the_job bigint) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT blob FROM helve.output WHERE job = the_job
    UNION SELECT output::json -> '$blob' ->> 'sha256' FROM helve.step WHERE job = the_job AND output LIKE '{"$blob":%'
    UNION SELECT output::json -> '$blob' ->> 'sha256' FROM helve.unit WHERE job = the_job AND output LIKE '{"$blob":%'
    UNION SELECT input::json -> '$blob' ->> 'sha256' FROM helve.unit WHERE job = the_job AND input LIKE '{"$blob":%'
  $$;

  -- Leaves one row of each job that settled long ago; returns the blobs that no other job refers to.
  CREATE FUNCTION helve.drop_settled(before double precision) RETURNS text[] LANGUAGE plpgsql AS $$
  DECLARE
    old CONSTANT bigint[] := ARRAY(SELECT no FROM helve.job WHERE settled_at <= before AND units > 0 ORDER BY no LIMIT 100);
    blobs text[];
  BEGIN
    IF cardinality(old) = 0 THEN RETURN '{}'; END IF;
    blobs := ARRAY(
      SELECT DISTINCT blob FROM unnest(old) AS one (no), helve.blobs_of(one.no) AS blob
      EXCEPT SELECT blob FROM helve.job, helve.blobs_of(job.no) AS blob WHERE job.units > 0 AND job.no <> ALL (old)
    );
    DELETE FROM helve.event WHERE job = ANY (old);
    DELETE FROM helve.log WHERE job = ANY (old);
    DELETE FROM helve.output WHERE job = ANY (old);
    DELETE FROM helve.step WHERE job = ANY (old);
    DELETE FROM helve.edge WHERE job = ANY (old);
    DELETE FROM helve.unit WHERE job = ANY (old);
    UPDATE helve.job SET units = 0, plan = NULL, data = NULL WHERE no = ANY (old);
    DELETE FROM helve.queue WHERE NOT EXISTS (SELECT FROM helve.unit WHERE unit.queue = queue.name);
    RETURN blobs;
  END $$;

  -- One process at a time looks; the others have nothing to do then.
  CREATE FUNCTION helve.journal_sweep(
    resend_ms double precision, resends_same boolean, silent_ms double precision, keep_ms double precision
  ) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    at CONSTANT double precision := helve.now_ms();
    lost integer := 0;
    resend json[] := '{}';
    one bigint;
  BEGIN
    PERFORM helve.may_be_lost();
    IF NOT pg_try_advisory_xact_lock(hashtextextended('helve sweep', 0)) THEN
      RETURN json_build_object('lost', 0, 'resend', '[]'::json, 'dropped', '[]'::json);
    END IF;
    FOR one IN SELECT no FROM helve.job WHERE state IN ('running', 'paused') AND (
        expires_at <= at OR EXISTS (
          SELECT FROM helve.unit LEFT JOIN helve.worker ON worker.id = unit.worker WHERE unit.job = job.no AND (
            unit.state = 'held' AND (unit.lease_until <= at OR worker.beat_at <= at - silent_ms)
            OR unit.state = 'sent' AND unit.sent_at <= at - resend_ms
            OR unit.state = 'waiting' AND unit.not_before > 0 AND unit.not_before <= at
          )
        )
      ) ORDER BY no FOR UPDATE
    LOOP
      lost := lost + helve.free_lost(one, at, silent_ms);
      resend := resend || helve.send_again(one, at, at - resend_ms, resends_same);
      PERFORM helve.end_waits(one, at);
      PERFORM helve.cancel_job(no) FROM helve.job WHERE no = one AND state IN ('running', 'paused') AND expires_at <= at;
    END LOOP;
    IF lost > 0 THEN PERFORM pg_notify('helve_engine', ''); END IF;
    DELETE FROM helve.worker WHERE beat_at <= at - 10 * silent_ms
      AND NOT EXISTS (SELECT FROM helve.unit WHERE unit.worker = worker.id AND unit.state IN ('sent', 'held'));
    RETURN json_build_object('lost', lost, 'resend', resend, 'dropped', helve.drop_settled(at - keep_ms));
  END $$;
`;
