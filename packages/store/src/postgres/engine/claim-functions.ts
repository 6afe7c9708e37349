/** Functions of the database by which units are submitted, handed out, claimed and held. */
export const claimFunctions = `
  CREATE FUNCTION helve.journal_put_queues(queues json) RETURNS void LANGUAGE sql AS $$
    INSERT INTO helve.queue SELECT value ->> 'name', value ->> 'build', value ->> 'needs' FROM json_array_elements(queues)
    ON CONFLICT DO NOTHING
  $$;

  -- Writes a job with its units; false if there is one with its id.
  CREATE FUNCTION helve.journal_put(entry json, queues json) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    the_job bigint;
    at CONSTANT double precision := helve.now_ms();
  BEGIN
    INSERT INTO helve.job
      (id, kind, tenant, user_id, build, priority, keep_going, retry, plan, data, traceparent, submitted_at, expires_at)
    VALUES (
      entry ->> 'id', entry ->> 'kind', entry ->> 'tenant', entry ->> 'userId', entry ->> 'build',
      coalesce((entry ->> 'priority')::integer, 5), coalesce((entry ->> 'keepGoing')::boolean, false),
      coalesce(entry ->> 'retry', '{}'), entry ->> 'plan', entry ->> 'data', entry ->> 'traceparent',
      at, at + (entry ->> 'expiresMs')::double precision
    )
    ON CONFLICT (id) DO NOTHING RETURNING no INTO the_job;
    IF the_job IS NULL THEN RETURN false; END IF;
    PERFORM helve.journal_put_queues(queues);
    PERFORM helve.tell_event(the_job, 'submitted', NULL, json_build_object('units', json_array_length(entry -> 'units')));
    PERFORM helve.add_units(the_job, entry -> 'units');
    PERFORM helve.settle_job(the_job);
    PERFORM pg_notify('helve_engine', '');
    RETURN true;
  END $$;

  -- Marks units as handed out, in the order in which they have their turn. Of those that were lost several times, a worker
  -- has one at a time: what ends it is then known. Rows that somebody else works on are left to the next look. For
  -- the workers of all machines one process hands out at a time, and no more than may be out unclaimed.
  CREATE FUNCTION helve.journal_release(queues text[], room integer, the_worker text) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    at CONSTANT double precision := helve.now_ms();
    suspect CONSTANT integer := 2;
    answer json;
  BEGIN
    PERFORM helve.may_be_lost();
    IF the_worker IS NULL THEN
      IF NOT pg_try_advisory_xact_lock(hashtextextended('helve lead', 0)) THEN RETURN '[]'; END IF;
      room := room - (SELECT count(*) FROM helve.unit WHERE state = 'sent' AND queue = ANY (queues));
    END IF;
    IF room <= 0 THEN RETURN '[]'; END IF;
    WITH open AS MATERIALIZED (
      SELECT unit.job, unit.no, job.id AS job_id FROM helve.unit JOIN helve.job ON job.no = unit.job
      WHERE unit.state = 'ready' AND unit.queue = ANY (queues) AND unit.not_before <= at AND job.state = 'running'
        AND (unit.losses < suspect OR the_worker IS NULL OR NOT EXISTS (
          SELECT FROM helve.unit AS own
          WHERE own.worker = the_worker AND own.state IN ('sent', 'held') AND own.losses >= suspect
        ))
      ORDER BY unit.priority DESC, unit.job, unit.no LIMIT room FOR UPDATE OF unit SKIP LOCKED
    ), chosen AS (
      SELECT open.*, row_number() OVER (PARTITION BY unit.losses >= suspect ORDER BY unit.priority DESC, unit.job, unit.no) AS turn
      FROM open JOIN helve.unit USING (job, no)
    ), sent AS (
      UPDATE helve.unit SET state = 'sent', delivery = delivery + 1, worker = the_worker, sent_at = at, not_before = 0
      FROM chosen
      WHERE unit.job = chosen.job AND unit.no = chosen.no
        AND (unit.losses < suspect OR the_worker IS NULL OR chosen.turn = 1)
      RETURNING chosen.job_id, unit.id, unit.delivery, unit.queue, unit.priority, unit.job, unit.no
    )
    SELECT coalesce(json_agg(
      json_build_object('job', job_id, 'unit', id, 'delivery', delivery, 'queue', queue)
      ORDER BY priority DESC, job, no
    ), '[]') INTO answer FROM sent;
    RETURN answer;
  END $$;

  CREATE FUNCTION helve.read_steps(the_job bigint, the_unit integer) RETURNS json LANGUAGE sql STABLE AS $$
    SELECT coalesce(json_object_agg(key, output::json), '{}') FROM helve.step WHERE job = the_job AND unit = the_unit
  $$;

  -- A claim as its worker sees it.
  CREATE FUNCTION helve.read_claim(of_job helve.job, of_unit helve.unit, lease_ms double precision) RETURNS json
  LANGUAGE sql STABLE AS $$
    SELECT json_build_object(
      'job', of_job.id, 'kind', of_job.kind, 'tenant', of_job.tenant, 'userId', of_job.user_id,
      'unit', json_build_object('id', of_unit.id, 'input', of_unit.input::json, 'after', of_unit.after::json,
        'needs', of_unit.needs::json),
      'delivery', of_unit.delivery, 'attempt', of_unit.attempt, 'failures', of_unit.failures,
      'retry', of_job.retry::json, 'token', of_unit.token, 'leaseMs', lease_ms,
      'done', helve.read_steps(of_job.no, of_unit.no), 'signals', helve.read_steps(of_job.no, 0),
      'after', (
        SELECT coalesce(json_agg(
          CASE WHEN before.output IS NULL THEN json_build_object('id', before.id, 'state', before.state)
          ELSE json_build_object('id', before.id, 'state', before.state, 'output', before.output::json) END
          ORDER BY name.place
        ), '[]')
        FROM json_array_elements_text(of_unit.after::json) WITH ORDINALITY AS name (id, place)
        JOIN helve.unit AS before ON before.job = of_job.no AND before.id = name.id
      )
    )
  $$;

  -- Gives a unit to the worker that a delivery reached, under a fresh token.
  CREATE FUNCTION helve.claim_unit(request json) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    of_job helve.job;
    taken helve.unit;
    delivered CONSTANT json := request -> 'delivery';
    lease_ms CONSTANT double precision := (request ->> 'leaseMs')::double precision;
  BEGIN
    SELECT * INTO of_job FROM helve.job WHERE id = delivered ->> 'job' AND state = 'running';
    IF NOT FOUND THEN RETURN NULL; END IF;
    SELECT * INTO taken FROM helve.unit WHERE job = of_job.no AND id = delivered ->> 'unit'
      AND delivery = (delivered ->> 'delivery')::integer AND state IN ('sent', 'held') FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF taken.state = 'held' THEN
      PERFORM helve.lose_unit(taken);
      taken.losses := taken.losses + 1;
    END IF;
    IF taken.losses >= (request ->> 'maxLosses')::integer THEN
      PERFORM helve.finish_unit(taken, 'dead', json_build_object('reason', 'poisoned'),
        json_build_object('reason', 'poisoned', 'losses', taken.losses));
      RETURN NULL;
    END IF;
    UPDATE helve.unit SET state = 'held', token = request ->> 'token', worker = request -> 'worker' ->> 'id',
      lease_until = helve.now_ms() + lease_ms, attempt = attempt + 1
      WHERE job = taken.job AND no = taken.no RETURNING * INTO taken;
    PERFORM helve.tell_event(taken.job, 'claimed', taken.id,
      json_build_object('worker', taken.worker, 'attempt', taken.attempt));
    RETURN helve.read_claim(of_job, taken, lease_ms);
  END $$;

  -- Puts a job whose first unit is claimed before anybody else can see it; null if there is one with its id.
  CREATE FUNCTION helve.journal_begin(entry json, queues json, holder json) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    begun helve.unit;
  BEGIN
    IF NOT helve.journal_put(entry, queues) THEN RETURN NULL; END IF;
    UPDATE helve.unit SET state = 'sent', delivery = 1, sent_at = helve.now_ms()
      WHERE job = (SELECT no FROM helve.job WHERE id = entry ->> 'id') AND no = 1 RETURNING * INTO begun;
    RETURN helve.claim_unit(json_build_object(
      'delivery', json_build_object('job', entry ->> 'id', 'unit', begun.id, 'delivery', 1),
      'worker', holder -> 'worker', 'token', holder ->> 'token', 'leaseMs', holder -> 'leaseMs'
    ));
  END $$;

  CREATE FUNCTION helve.register_worker(facts json, the_owner text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO helve.worker VALUES (facts ->> 'id', the_owner, facts ->> 'build',
      coalesce(facts ->> 'labels', '[]'), facts ->> 'name', helve.now_ms(), helve.now_ms())
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, build = excluded.build, labels = excluded.labels,
      name = excluded.name, beat_at = excluded.beat_at
  $$;

  CREATE FUNCTION helve.journal_claim(requests json) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    request json;
    answers json[] := '{}';
  BEGIN
    PERFORM helve.may_be_lost();
    PERFORM helve.lock_jobs(ARRAY(SELECT value -> 'delivery' ->> 'job' FROM json_array_elements(requests)));
    FOR request IN SELECT value FROM json_array_elements(requests) LOOP
      answers := array_append(answers, helve.claim_unit(request));
    END LOOP;
    RETURN array_to_json(answers);
  END $$;

  -- Renews leases; answers the state of each claim.
  CREATE FUNCTION helve.journal_beat(claims json, the_owner text) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    claim json;
    of_job helve.job;
    at CONSTANT double precision := helve.now_ms();
    answers text[] := '{}';
  BEGIN
    PERFORM helve.may_be_lost();
    UPDATE helve.worker SET beat_at = at WHERE owner = the_owner;
    PERFORM helve.lock_jobs(ARRAY(SELECT value ->> 'job' FROM json_array_elements(claims)));
    FOR claim IN SELECT value FROM json_array_elements(claims) LOOP
      SELECT * INTO of_job FROM helve.job WHERE id = claim ->> 'job';
      UPDATE helve.unit SET lease_until = at + (claim ->> 'leaseMs')::double precision
        WHERE job = of_job.no AND id = claim -> 'unit' ->> 'id' AND token = claim ->> 'token' AND state = 'held'
          AND lease_until > at;
      answers := answers || CASE WHEN NOT FOUND THEN 'lost' WHEN of_job.is_yielding THEN 'yield' ELSE 'held' END;
    END LOOP;
    RETURN array_to_json(answers);
  END $$;
`;
