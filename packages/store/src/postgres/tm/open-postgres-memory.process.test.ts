import { textRun } from '@helve/flow';
import { createTranslationMemory } from '@helve/l10n';
import { describeTmStorage } from '@helve/l10n/testing';
import { openPostgresMemory } from '@helve/store';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { createDatabase } from '../../../../../test/postgres.js';

describe('openPostgresMemory', needs('postgres'), () => {
  let connectionString = '';
  let memories = 0;
  beforeAll(async () => {
    connectionString = await createDatabase();
  });

  describeTmStorage('Postgres', () => openPostgresMemory(`memory ${(memories += 1)}`, { connectionString }));

  const pair = { variants: { en: [textRun('Boat')], de: [textRun('Boot "\0')] } };

  test('T82 memories of other names stand beside each other', async () => {
    const [one, other] = [
      await openPostgresMemory('one', { connectionString }),
      await openPostgresMemory('other', { connectionString }),
    ];
    await createTranslationMemory(one).add([pair]);
    expect((await one.stats()).entries).toBe(1);
    expect(await other.stats()).toEqual({ entries: 0, locales: {}, projects: {}, sessions: 0 });
    await Promise.all([one.close(), other.close()]);
  });

  test('T82 two writers at once lose nothing and number keys without gaps', async () => {
    const name = 'busy';
    const [one, other] = [
      await openPostgresMemory(name, { connectionString }),
      await openPostgresMemory(name, { connectionString }),
    ];
    const many = (from: number) =>
      Array.from({ length: 200 }, (_, index) => ({
        variants: { en: [textRun(`Boat ${from + index}`)], de: [textRun(`Boot ${from + index}`)] },
      }));
    await Promise.all([createTranslationMemory(one).add(many(0)), createTranslationMemory(other).add(many(150))]);
    expect((await one.stats()).entries).toBe(350);
    const keys = await other.keyRange('en', 0, 1000);
    expect(keys.map(({ number }) => number)).toEqual(Array.from({ length: 350 }, (_, index) => index));
    await Promise.all([one.close(), other.close()]);
  });

  test('refuses a memory without a name', async () => {
    await expect(openPostgresMemory('', { connectionString })).rejects.toMatchObject({ code: 'STORE_OPTION_INVALID' });
  });
});
