import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadEntities } from './load-entities.js';

const folder = mkdtempSync(join(tmpdir(), 'helve-entities-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('loadEntities', () => {
  test('T68 names stand in CSV or in JSON, under any word for their kind', async () => {
    const known = [
      { text: 'Ada Lovelace', type: 'person' },
      { text: 'Acme; Sons', type: 'organization' },
    ];
    expect(
      await loadEntities(file('a.csv', '\ufefftype;text\nname;Ada Lovelace\norg;"Acme; Sons"\n'), undefined),
    ).toEqual(known);
    expect(await loadEntities(file('a.json', JSON.stringify(known)), undefined)).toEqual(known);
  });

  test('T68 a file that cannot be used says where it is wrong', async () => {
    const problem = async (name: string, text: string) =>
      loadEntities(file(name, text), undefined).then(
        () => '',
        (error: unknown) => String(error),
      );
    expect(await problem('b.csv', 'text,type\nAda,person\n,person\n')).toContain('row 2 has no "text"');
    expect(await problem('b.json', '[{ "text": "Ada", "type": "persn" }]')).toContain(
      'entry 1 has no "type" that is one of person',
    );
    expect(await problem('c.json', '{}')).toContain('it is not a list');
    expect(await problem('d.json', '[')).toContain('it is not valid JSON');
    await expect(loadEntities(join(folder, 'none.csv'), undefined)).rejects.toMatchObject({ code: 'L10N_ENTITIES' });
  });
});
