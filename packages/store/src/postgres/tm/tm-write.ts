import type { TmKeyRow } from '@helve/l10n';
import { fromColumnText, toColumnText } from '../../column-text.js';
import type { KnownEntry, WritePlan } from '../../tm/plan-writes.js';
import { fromEntryText, toKeyRows } from '../../tm/tm-row.js';
import type { StatementRunner } from '../connections.js';

/** Reads the entries among these ids that exist, with their keys. */
export async function knownEntries(
  runner: StatementRunner,
  memory: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownEntry>> {
  const sql = 'SELECT json FROM helve.tm_entry WHERE memory = $1 AND id = ANY($2::text[])';
  const rows = await runner.all<{ json: string }>(sql, [memory, ids.map(toColumnText)]);
  if (rows.length === 0) return new Map();
  const keys = await findKeys(runner, memory, ids);
  return new Map(
    rows.map(({ json }) => {
      const entry = fromEntryText(json);
      return [entry.id, { entry, keys: keys.get(entry.id) ?? [] }];
    }),
  );
}

async function findKeys(
  runner: StatementRunner,
  memory: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TmKeyRow[]>> {
  const sql = `SELECT locale, json_agg(json_build_array(number, entry, tiers, hash, text))::text AS list
    FROM helve.tm_key WHERE memory = $1 AND entry = ANY($2::text[]) GROUP BY locale`;
  const rows = await runner.all<{ locale: string; list: string }>(sql, [memory, ids.map(toColumnText)]);
  const byEntry = new Map<string, TmKeyRow[]>();
  for (const key of rows.flatMap(({ locale, list }) => toKeyRows(fromColumnText(locale), list))) {
    byEntry.set(key.entry, [...(byEntry.get(key.entry) ?? []), key]);
  }
  return byEntry;
}

/** Applies a plan inside a transaction. */
export async function applyPlan(runner: StatementRunner, memory: number, plan: WritePlan): Promise<void> {
  const { entries, newKeys, goneKeys, nextKeys, byLocale, byProject, count } = plan;
  await runner.run(
    `INSERT INTO helve.tm_entry (memory, id, json) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (memory, id) DO UPDATE SET json = excluded.json`,
    [memory, entries.map(({ entry }) => toColumnText(entry.id)), entries.map(({ entry }) => JSON.stringify(entry))],
  );
  await runner.run(
    `INSERT INTO helve.tm_key (memory, locale, number, entry, tiers, hash, text)
     SELECT $1, * FROM unnest($2::text[], $3::integer[], $4::text[], $5::integer[], $6::bigint[], $7::text[])`,
    [
      memory,
      newKeys.map(({ locale }) => toColumnText(locale)),
      newKeys.map(({ number }) => number),
      newKeys.map(({ entry }) => toColumnText(entry)),
      newKeys.map(({ tiers }) => tiers),
      newKeys.map(({ hash }) => hash),
      newKeys.map(({ text }) => toColumnText(text)),
    ],
  );
  if (goneKeys.length > 0) {
    const gone = [memory, goneKeys.map(({ locale }) => toColumnText(locale)), goneKeys.map(({ number }) => number)];
    await runner.run(
      `DELETE FROM helve.tm_key USING unnest($2::text[], $3::integer[]) AS gone (tag, at)
       WHERE memory = $1 AND locale = tag AND number = at`,
      gone,
    );
    await runner.run('INSERT INTO helve.tm_deleted SELECT $1, * FROM unnest($2::text[], $3::integer[])', gone);
  }
  const tags = [...new Set([...nextKeys.keys(), ...byLocale.keys()])];
  await runner.run(
    `INSERT INTO helve.tm_locale (memory, tag, keys, entries)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[])
     ON CONFLICT (memory, tag) DO UPDATE SET
       keys = greatest(helve.tm_locale.keys, excluded.keys), entries = helve.tm_locale.entries + excluded.entries`,
    [
      memory,
      tags.map(toColumnText),
      tags.map((tag) => nextKeys.get(tag) ?? 0),
      tags.map((tag) => byLocale.get(tag) ?? 0),
    ],
  );
  await runner.run(
    `INSERT INTO helve.tm_project (memory, project, entries) SELECT $1, * FROM unnest($2::text[], $3::bigint[])
     ON CONFLICT (memory, project) DO UPDATE SET entries = helve.tm_project.entries + excluded.entries`,
    [memory, [...byProject.keys()].map(toColumnText), [...byProject.values()]],
  );
  const sql = 'UPDATE helve.tm_memory SET revision = revision + 1, entries = entries + $2 WHERE id = $1';
  await runner.run(sql, [memory, count]);
}
