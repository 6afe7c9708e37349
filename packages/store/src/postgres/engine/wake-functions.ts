/** Functions of the database for changes that come from outside of the workers, and for what time brings. */
export const wakeFunctions = `
  CREATE FUNCTION helve.cancel_job(the_job bigint) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    cancelled integer;
  BEGIN
    UPDATE helve.job SET is_cancelled = true WHERE no = the_job;
    PERFORM helve.tell_event(the_job, 'cancelled', NULL, NULL);
    cancelled := helve.cancel_units(the_job);
    PERFORM helve.settle_job(the_job);
    RETURN cancelled;
  END $$;

  CREATE FUNCTION helve.signal_job(the_job bigint, name text, value json) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    woken integer;
  BEGIN
    INSERT INTO helve.step VALUES (the_job, 0, name, value::text)
      ON CONFLICT (job, unit, key) DO UPDATE SET output = excluded.output;
    PERFORM helve.tell_event(the_job, 'signalled', NULL, json_build_object('signal', name));
    UPDATE helve.unit SET state = 'ready', signal = NULL, not_before = 0
      WHERE job = the_job AND state = 'waiting' AND signal = name;
    GET DIAGNOSTICS woken = ROW_COUNT;
    RETURN woken;
  END $$;

  CREATE FUNCTION helve.pause_job(paused helve.job, at_once boolean) RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE helve.job SET is_yielding = at_once, state = 'paused' WHERE no = paused.no;
    IF paused.state = 'paused' THEN RETURN 0; END IF;
    -- What was handed out and not claimed goes back: nothing begins while the job is paused.
    UPDATE helve.unit SET state = 'ready', worker = NULL WHERE job = paused.no AND state = 'sent';
    PERFORM helve.tell_event(paused.no, 'paused', NULL, NULL);
    RETURN 1;
  END $$;

  CREATE FUNCTION helve.resume_job(resumed helve.job) RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN
    IF resumed.state <> 'paused' THEN RETURN 0; END IF;
    UPDATE helve.job SET is_yielding = false, state = 'running' WHERE no = resumed.no;
    PERFORM helve.tell_event(resumed.no, 'resumed', NULL, NULL);
    RETURN 1;
  END $$;

  CREATE FUNCTION helve.move_job(the_job bigint, the_build text, queues json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM helve.journal_put_queues(queues);
    UPDATE helve.job SET build = the_build WHERE no = the_job;
    UPDATE helve.unit SET queue = moved.value ->> 'name' FROM json_array_elements(queues) AS moved
      WHERE unit.job = the_job AND unit.needs = moved.value ->> 'needs';
  END $$;

  CREATE FUNCTION helve.retry_units(retried helve.job, filter json, queues json) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    again integer[] := ARRAY(
      SELECT no FROM helve.unit WHERE job = retried.no
        AND state IN (SELECT json_array_elements_text(coalesce(filter -> 'states', '["failed","dead","cancelled"]')))
        AND state IN ('failed', 'dead', 'cancelled')
        AND (filter -> 'units' IS NULL OR id IN (SELECT json_array_elements_text(filter -> 'units')))
    );
  BEGIN
    IF cardinality(again) = 0 THEN RETURN 0; END IF;
    IF filter -> 'build' IS NOT NULL THEN PERFORM helve.move_job(retried.no, filter ->> 'build', queues); END IF;
    PERFORM helve.free_units(retried.no, again, 'blocked');
    IF filter ->> 'assume' = 'undone' THEN
      PERFORM helve.forget_begun(retried.no, one) FROM unnest(again) AS one;
    ELSIF filter ->> 'assume' = 'done' THEN
      INSERT INTO helve.step SELECT job, unit, substr(key, 7), 'null' FROM helve.step
        WHERE job = retried.no AND unit = ANY (again) AND key LIKE 'begin:%' ON CONFLICT DO NOTHING;
    END IF;
    PERFORM helve.open_units(retried.no, again);
    UPDATE helve.job SET state = CASE state WHEN 'paused' THEN state ELSE 'running' END, is_cancelled = false,
      settled_at = NULL, summary = NULL, expires_at = NULL, open = open + cardinality(again) WHERE no = retried.no;
    PERFORM helve.tell_event(retried.no, 'retried', NULL, json_build_object('units', cardinality(again)));
    RETURN cardinality(again);
  END $$;

  -- Applies a change; returns the number of units or jobs that it changed, null without such a job.
  CREATE FUNCTION helve.journal_wake(change json) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    changed helve.job;
  BEGIN
    SELECT * INTO changed FROM helve.job WHERE id = change ->> 'job' FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    PERFORM pg_notify('helve_engine', '');
    IF change ->> 'kind' = 'retry' THEN
      RETURN helve.retry_units(changed, change -> 'filter', change -> 'queues');
    END IF;
    IF changed.state NOT IN ('running', 'paused') THEN RETURN 0; END IF;
    RETURN CASE change ->> 'kind'
      WHEN 'signal' THEN helve.signal_job(changed.no, change ->> 'name', change -> 'value')
      WHEN 'cancel' THEN helve.cancel_job(changed.no)
      WHEN 'pause' THEN helve.pause_job(changed, (change ->> 'now')::boolean)
      WHEN 'resume' THEN helve.resume_job(changed) END;
  END $$;
`;
