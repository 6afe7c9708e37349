/** Functions of the database by which steps are recorded and claims end. */
export const endFunctions = `
  -- The unit of a claim that is still held; a row of nulls without one.
  CREATE FUNCTION helve.find_held(fenced json) RETURNS helve.unit LANGUAGE sql AS $$
    SELECT unit.* FROM helve.unit JOIN helve.job ON job.no = unit.job
    WHERE job.id = fenced ->> 'job' AND unit.id = fenced ->> 'unit' AND unit.state = 'held'
      AND unit.token = fenced ->> 'token'
  $$;

  -- Records steps; one that has a record keeps it. False for those whose claim is no longer held.
  CREATE FUNCTION helve.journal_step(steps json, may_be_lost boolean) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    step json;
    held helve.unit;
    answers boolean[] := '{}';
  BEGIN
    IF may_be_lost THEN PERFORM helve.may_be_lost(); END IF;
    PERFORM helve.lock_jobs(ARRAY(SELECT value ->> 'job' FROM json_array_elements(steps)));
    FOR step IN SELECT value FROM json_array_elements(steps) LOOP
      held := helve.find_held(step);
      answers := answers || (held.no IS NOT NULL);
      CONTINUE WHEN held.no IS NULL;
      INSERT INTO helve.step VALUES (held.job, held.no, step ->> 'key', (step -> 'output')::text) ON CONFLICT DO NOTHING;
      IF FOUND THEN
        PERFORM helve.tell_event(held.job, 'step', held.id, json_build_object('key', step ->> 'key'));
      END IF;
    END LOOP;
    RETURN array_to_json(answers);
  END $$;

  -- Puts a unit back that waits, yields or is tried again.
  CREATE FUNCTION helve.put_back(held helve.unit, ending json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM helve.free_units(held.job, ARRAY[held.no], ending ->> 'to');
    UPDATE helve.unit SET signal = ending ->> 'signal',
      not_before = coalesce(helve.now_ms() + (ending ->> 'afterMs')::double precision, 0)
      WHERE job = held.job AND no = held.no;
    PERFORM helve.tell_event(held.job, ending ->> 'event', held.id, ending -> 'data');
    IF EXISTS (SELECT FROM helve.step WHERE job = held.job AND unit = 0 AND key = ending ->> 'signal') THEN
      PERFORM helve.free_units(held.job, ARRAY[held.no], 'ready');
    END IF;
    PERFORM pg_notify('helve_engine', '');
  END $$;

  CREATE FUNCTION helve.end_unit(ending json) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    held helve.unit := helve.find_held(ending);
  BEGIN
    IF held.no IS NULL THEN
      RETURN CASE WHEN ending ->> 'to' = 'done' AND EXISTS (
        SELECT FROM helve.unit JOIN helve.job ON job.no = unit.job WHERE job.id = ending ->> 'job'
          AND unit.id = ending ->> 'unit' AND unit.state = 'done' AND unit.token = ending ->> 'token'
      ) THEN 'ended' ELSE 'lost' END;
    END IF;
    IF EXISTS (
      SELECT FROM json_array_elements(ending -> 'files') AS file JOIN helve.output ON output.path = file ->> 'path'
      WHERE output.job = held.job
    ) THEN RETURN 'path-taken'; END IF;
    UPDATE helve.unit SET losses = 0, failures = failures + (ending ->> 'isFailure')::boolean::integer,
      attempt = attempt - (ending ->> 'isYield')::boolean::integer,
      output = coalesce((ending -> 'output')::text, output), error = coalesce((ending -> 'error')::text, error)
      WHERE job = held.job AND no = held.no;
    -- The worker lives and says that it failed: nothing is unknown.
    IF (ending ->> 'isFailure')::boolean THEN PERFORM helve.forget_begun(held.job, held.no); END IF;
    IF ending ->> 'to' IN ('ready', 'waiting') THEN
      PERFORM helve.put_back(held, ending);
      RETURN 'ended';
    END IF;
    INSERT INTO helve.output SELECT held.job, file ->> 'path', held.id, held.token, file ->> 'blob',
      (file ->> 'bytes')::bigint FROM json_array_elements(ending -> 'files') AS file;
    IF ending -> 'adds' IS NOT NULL THEN PERFORM helve.add_units(held.job, ending -> 'adds'); END IF;
    PERFORM helve.finish_unit(held, ending ->> 'to', ending -> 'data', NULL);
    RETURN 'ended';
  END $$;

  CREATE FUNCTION helve.journal_end(endings json, queues json) RETURNS json LANGUAGE plpgsql AS $$
  DECLARE
    ending json;
    answers text[] := '{}';
  BEGIN
    PERFORM helve.journal_put_queues(queues);
    PERFORM helve.lock_jobs(ARRAY(SELECT value ->> 'job' FROM json_array_elements(endings)));
    FOR ending IN SELECT value FROM json_array_elements(endings) LOOP
      answers := answers || helve.end_unit(ending);
    END LOOP;
    RETURN array_to_json(answers);
  END $$;
`;
