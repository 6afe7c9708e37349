/**
 * Functions of the database by which a unit changes its state. Whoever calls one has locked the row of the job: units
 * of one job change one after another, and its counters with them.
 */
export const unitFunctions = `
  CREATE FUNCTION helve.now_ms() RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT extract(epoch FROM clock_timestamp())::double precision * 1000
  $$;

  -- A crash of the database may lose what follows in this transaction: it would be done again.
  CREATE FUNCTION helve.may_be_lost() RETURNS void LANGUAGE sql AS $$
    SELECT set_config('synchronous_commit', 'off', true)
  $$;

  CREATE FUNCTION helve.is_over(state text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT state IN ('done', 'failed', 'dead', 'cancelled')
  $$;

  -- Adds an event to a job under the next number of the job.
  CREATE FUNCTION helve.tell_event(the_job bigint, the_kind text, the_unit text, facts json) RETURNS void LANGUAGE sql AS $$
    WITH counted AS (UPDATE helve.job SET last_event = last_event + 1 WHERE no = the_job RETURNING last_event)
    INSERT INTO helve.event SELECT the_job, last_event, the_kind, helve.now_ms(), the_unit, facts::text FROM counted
  $$;

  -- Puts units back among those that nobody has.
  CREATE FUNCTION helve.free_units(the_job bigint, numbers integer[], the_state text) RETURNS void LANGUAGE sql AS $$
    UPDATE helve.unit
    SET state = the_state, token = NULL, worker = NULL, lease_until = NULL, signal = NULL, not_before = 0
    WHERE job = the_job AND no = ANY (numbers)
  $$;

  -- Takes a unit from a worker that is gone or silent.
  CREATE FUNCTION helve.lose_unit(lost helve.unit) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM helve.free_units(lost.job, ARRAY[lost.no], 'ready');
    UPDATE helve.unit SET losses = losses + 1 WHERE job = lost.job AND no = lost.no;
    PERFORM helve.tell_event(lost.job, 'lost', lost.id,
      json_build_object('worker', coalesce(lost.worker, ''), 'losses', lost.losses + 1));
  END $$;

  -- Lets units begin as soon as those before them are over.
  CREATE FUNCTION helve.open_units(the_job bigint, numbers integer[]) RETURNS void LANGUAGE sql AS $$
    UPDATE helve.unit SET failures = 0, losses = 0, error = NULL, not_before = 0, blockers = waiting.count,
      state = CASE waiting.count WHEN 0 THEN 'ready' ELSE 'blocked' END
    FROM (
      SELECT one.no, count(before.no) AS count FROM unnest(numbers) AS one (no)
      LEFT JOIN helve.edge ON edge.job = the_job AND edge.unit = one.no
      LEFT JOIN helve.unit AS before
        ON before.job = the_job AND before.no = edge.before AND NOT helve.is_over(before.state)
      GROUP BY one.no
    ) AS waiting
    WHERE unit.job = the_job AND unit.no = waiting.no
  $$;

  -- Adds units to a job; those that are there already stay as they are.
  CREATE FUNCTION helve.add_units(the_job bigint, entries json) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    known integer;
    fresh integer[];
  BEGIN
    SELECT units INTO known FROM helve.job WHERE no = the_job;
    WITH added AS (
      INSERT INTO helve.unit (job, no, id, input, after, needs, queue, priority, state)
      SELECT the_job, known + row_number() OVER (ORDER BY entry.place), entry.value ->> 'id',
        (entry.value -> 'input')::text, coalesce(entry.value -> 'after', '[]')::text,
        coalesce(entry.value -> 'needs', '[]')::text, entry.value ->> 'queue', job.priority, 'blocked'
      FROM json_array_elements(entries) WITH ORDINALITY AS entry (value, place) JOIN helve.job ON job.no = the_job
      WHERE NOT EXISTS (SELECT FROM helve.unit WHERE unit.job = the_job AND unit.id = entry.value ->> 'id')
      RETURNING no
    )
    SELECT array_agg(no) INTO fresh FROM added;
    IF fresh IS NULL THEN RETURN; END IF;
    UPDATE helve.job SET units = units + cardinality(fresh), open = open + cardinality(fresh) WHERE no = the_job;
    INSERT INTO helve.edge SELECT the_job, before.no, unit.no FROM helve.unit
      CROSS JOIN LATERAL json_array_elements_text(unit.after::json) AS name
      JOIN helve.unit AS before ON before.job = the_job AND before.id = name
      WHERE unit.job = the_job AND unit.no > known
      ON CONFLICT DO NOTHING;
    PERFORM helve.open_units(the_job, fresh);
  END $$;

  -- Cancels all units of a job that are not over; returns their number.
  CREATE FUNCTION helve.cancel_units(the_job bigint) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    cancelled integer;
  BEGIN
    UPDATE helve.unit SET state = 'cancelled', token = NULL, worker = NULL, lease_until = NULL, signal = NULL
      WHERE job = the_job AND NOT helve.is_over(state);
    GET DIAGNOSTICS cancelled = ROW_COUNT;
    UPDATE helve.job SET open = 0 WHERE no = the_job;
    RETURN cancelled;
  END $$;

  -- Settles a job without open units, once.
  CREATE FUNCTION helve.settle_job(the_job bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    ending helve.job;
    counts record;
    outcome text;
  BEGIN
    SELECT * INTO ending FROM helve.job WHERE no = the_job AND open = 0 AND state IN ('running', 'paused');
    IF NOT FOUND THEN RETURN; END IF;
    SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed,
      count(*) FILTER (WHERE state = 'dead') AS dead, count(*) FILTER (WHERE state = 'cancelled') AS cancelled
      INTO counts FROM helve.unit WHERE job = the_job;
    outcome := CASE
      WHEN ending.is_cancelled THEN 'cancelled'
      WHEN counts.failed + counts.dead = 0 THEN 'done'
      WHEN ending.keep_going AND counts.done > 0 THEN 'partial'
      ELSE 'failed' END;
    UPDATE helve.job SET state = outcome, settled_at = helve.now_ms(), summary = row_to_json(counts)::text
      WHERE no = the_job;
    PERFORM helve.tell_event(the_job, 'settled', NULL, json_build_object('state', outcome, 'done', counts.done,
      'failed', counts.failed, 'dead', counts.dead, 'cancelled', counts.cancelled));
    PERFORM pg_notify('helve_engine', '');
  END $$;

  -- Ends a unit for good: those behind it come nearer, and its job settles if it was the last.
  CREATE FUNCTION helve.finish_unit(ended helve.unit, the_state text, facts json, failure json) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    -- The token of the winner stays: whoever did not hear of the end asks again.
    is_done CONSTANT boolean := the_state = 'done';
    keeps_going boolean;
  BEGIN
    UPDATE helve.unit SET state = the_state, token = CASE WHEN is_done THEN token END,
      worker = CASE WHEN is_done THEN worker END, lease_until = NULL, signal = NULL, not_before = 0,
      error = coalesce(failure::text, error)
      WHERE job = ended.job AND no = ended.no;
    UPDATE helve.job SET open = open - 1 WHERE no = ended.job RETURNING keep_going INTO keeps_going;
    PERFORM helve.tell_event(ended.job, the_state, ended.id, facts);
    UPDATE helve.unit SET blockers = blockers - 1, state = CASE blockers WHEN 1 THEN 'ready' ELSE state END
      WHERE job = ended.job AND state = 'blocked'
        AND no IN (SELECT edge.unit FROM helve.edge WHERE edge.job = ended.job AND edge.before = ended.no);
    IF FOUND THEN PERFORM pg_notify('helve_engine', ''); END IF;
    IF NOT is_done AND NOT keeps_going THEN PERFORM helve.cancel_units(ended.job); END IF;
    PERFORM helve.settle_job(ended.job);
  END $$;

  -- Deletes the announcements of steps of which nothing more was heard.
  CREATE FUNCTION helve.forget_begun(the_job bigint, the_unit integer) RETURNS void LANGUAGE sql AS $$
    DELETE FROM helve.step WHERE job = the_job AND unit = the_unit AND key LIKE 'begin:%' AND NOT EXISTS (
      SELECT FROM helve.step AS ended
      WHERE ended.job = the_job AND ended.unit = the_unit AND ended.key = substr(step.key, 7)
    )
  $$;

  -- Locks jobs in one order, so that two transactions never wait for each other.
  CREATE FUNCTION helve.lock_jobs(ids text[]) RETURNS void LANGUAGE sql AS $$
    SELECT FROM helve.job WHERE id = ANY (ids) ORDER BY no FOR UPDATE
  $$;
`;
