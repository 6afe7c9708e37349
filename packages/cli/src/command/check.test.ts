import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('../flow/compose-flow.js'), 120_000);

const head = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

`;
const message = (source: string, target: string, flag = 'c-format') =>
  `#, ${flag}\nmsgid "${source}"\nmsgstr "${target}"\n\n`;

/** A folder with one catalog, and `helve check` in it. */
async function project(...messages: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-check-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'helve.config.json'), '{}');
  await writeFile(join(folder, 'de.po'), head + messages.join(''));
  const check = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(['check', 'de.po', ...argv], {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd: folder,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    });
    return { code, ...out };
  };
  return { folder, check, catalog: () => readFile(join(folder, 'de.po'), 'utf8') };
}

describe('helve check', () => {
  test('T39 --fix writes what is certain, keeps the rest of the file, and tells what is left', async () => {
    const { folder, check, catalog } = await project(
      message('%s has %d files', '%d Dateien in %s'),
      message('Page %d', 'Seite %s'),
      message('Hello {name}', 'Hallo {Name}', 'python-brace-format'),
      message('Open %s', 'Öffnen'),
    );
    const { code, stdout, stderr } = await check('--fix', '--check', 'placeholder-check');
    expect(stderr).toContain('Changed 3 messages');
    expect(code).toBe(3);
    expect(stdout).toMatch(/1 critical, 0 major/);
    expect(await catalog()).toBe(
      head +
        message('%s has %d files', '%2$d Dateien in %1$s') +
        message('Page %d', 'Seite %d') +
        message('Hello {name}', 'Hallo {name}', 'python-brace-format') +
        message('Open %s', 'Öffnen'),
    );
    expect((await readdir(folder)).toSorted()).toEqual(['.helve', 'de.po', 'helve.config.json']);
    expect((await check('--fix', '--check', 'placeholder-check')).stderr).toContain('Changed 0 messages');
  });

  test('T39 without --fix no file is touched', async () => {
    const { check, catalog } = await project(message('Page %d', 'Seite %s'));
    const before = await catalog();
    expect((await check()).code).toBe(3);
    expect(await catalog()).toBe(before);
  });

  test('T43 --fix leaves alone what the baseline lives with', async () => {
    const { check, catalog } = await project(message('Page %d', 'Seite %s'));
    const before = await catalog();
    expect((await check('--write-baseline', 'known.json', '--no-fail')).code).toBe(0);
    expect(await check('--fix', '--baseline', 'known.json')).toMatchObject({ code: 0 });
    expect(await catalog()).toBe(before);
  });

  test('T45 a check that ran before and after the fixes is listed once', async () => {
    const { check } = await project(message('Page %d', 'Seite %s'));
    const { stdout } = await check('--fix', '--json', '--check', 'placeholder-check');
    expect(JSON.parse(stdout)).toMatchObject({ pass: true, checks: [{ id: 'placeholder-check' }] });
    expect((JSON.parse(stdout) as { checks: unknown[] }).checks).toHaveLength(1);
  });
});
