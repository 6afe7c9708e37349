import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, root } from './project.js';

/** The example as a user has it, in a folder of its own. */
async function createExample() {
  const project = await createProject();
  await copyExample(project.folder);
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  return { ...project, read };
}

function copyExample(folder: string): Promise<void> {
  const from = join(root, 'examples', 'localize');
  const made = new Set(['.helve', 'node_modules', 'out'].map((name) => join(from, name)));
  return cp(from, folder, { recursive: true, filter: (path) => !made.has(path) });
}

test('every file of the example survives byte for byte', async () => {
  const { helve } = await createExample();
  const { code, stdout } = await helve(['formats', 'check', 'app', 'docs', 'catalog', 'handoff', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ total: 4, identical: 4 });
});

test('pseudo-translation changes words and nothing else', async () => {
  const { helve, read } = await createExample();
  const ran = await helve(['run', 'pseudo', '--json']);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toMatchObject({ schema: 'helve.run/v1', status: 'ok' });
  const app = JSON.parse(await read('app/en_qps.json')) as { $schema: string; home: Record<string, string> };
  expect(app.$schema).toBe('https://example.org/app.schema.json');
  expect(app.home['title']).toMatch(/^▒ Ŵéļçöḿé ƃàçķ, \{name\} ~+ ▒$/);
  expect(app.home['unread']).toMatch(/^\{count, plural, one \{▒ .* ▒\} other \{▒ # .* ▒\}\}$/);
  const guide = await read('docs/guide_qps.md');
  expect(guide).toContain('```sh\nshop login --code 123456\n```');
  expect(guide).toMatch(/\*\*Šîĝñ îñ\*\*/);
});

test('secure translation sends no name away, and has all of them in the result', async () => {
  const { helve, read } = await createExample();
  const ran = await helve(['run', 'secure', 'app/en.json', '--target', 'de', '--trace', 'trace.ndjson'], {
    env: { HELVE_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  expect(ran.stderr).not.toContain('Ada Fernstrom');
  expect(ran).toMatchObject({ code: 0 });
  const { home } = JSON.parse(await read('app/en_de.json')) as { home: Record<string, string> };
  expect(home['help']).toContain('Ada Fernstrom');
  expect(home['help']).toContain('help@example.org');
  expect(home['help']).toContain('⟦de⟧');
  expect(await read('trace.ndjson')).not.toContain('Ada Fernstrom');
});

test('the check finds what was not translated and what is off, and a gate decides about the release', async () => {
  const { helve } = await createExample();
  const checked = await helve(['check', 'catalog/shop.po', 'handoff/tour.xlf', '--target', 'de', '--json']);
  const report = JSON.parse(checked.stdout) as { findings: readonly { rule: string }[] };
  expect(report).toMatchObject({ schema: 'helve.check/v1', pass: true, summary: { major: 1, minor: 3 } });
  expect(report.findings.map(({ rule }) => rule).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'qa.empty-target'),
    'qa.number-mismatch',
  ]);
  expect(checked.code).toBe(0);
  const strict = await helve(['check', 'catalog/shop.po', '--target', 'de', '--max-major', '0']);
  expect(strict.code).toBe(3);
});

test('one command tells the whole story of the example', async () => {
  const { shell, read } = await createExample();
  const { code, stdout, stderr } = await shell('node story.mjs');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '));
  const row = (file: string) => lines.find((line) => line.startsWith(`${file} `));
  // file, blocks, exact, fuzzy, engine, secrets, terms, enforced, findings, output
  expect(row('app/en.json')).toBe('app/en.json 8 3 0 4 3 4 3 2 out/en.de.json');
  expect(row('docs/guide.md')).toBe('docs/guide.md 6 1 1 4 1 1 1 4 out/guide.de.md');
  expect(row('catalog/shop.po')).toBe('catalog/shop.po 6 1 0 0 0 1 0 1 out/shop.de.po');
  expect(row('handoff/tour.xlf')).toBe('handoff/tour.xlf 3 0 1 2 0 2 2 0 out/tour.de.xlf');
  expect(row('total')).toBe('total 23 5 2 10 4 8 6 7');
  expect(stdout).toContain('The number "50" of the source is "40" in the target');

  const app = JSON.parse(await read('out/en.de.json')) as Record<'home' | 'cart', Record<string, string>>;
  expect(app.home['title']).toBe('Willkommen zurück, {name}');
  expect(app.home['help']).toBe('⟦de⟧ Write to help@example.org, or call Ada Fernstrom at +49 30 5550172.');
  expect(app.cart['gift']).toBe('⟦de⟧ You can pay with a Geschenkkarte.');
  const handedOff = await read('out/tour.de.xlf');
  expect(handedOff).toContain('<alt-trans match-quality="95%"><source>It takes 3 minutes.</source>');
  expect(handedOff).toContain('⟦de⟧ Put a <g id="1" ctype="link">Geschenkkarte</g> into your Warenkorb.</target>');
  expect(await read('out/trace.ndjson')).not.toMatch(/Ada Fernstrom|help@example\.org|5550172/);

  // The week after: one English text was changed, and its translation alone is made anew.
  expect(lines).toContain('de 0.0 % 0 0 1 0 6 6 locales/de.json');
  expect(lines).toContain('de 85.7 % 6 1 0 0 36 6 locales/de.json');
  const later = JSON.parse(await read('out/next-week/locales/de.json')) as typeof app;
  expect(later).toEqual({ ...app, cart: { ...app.cart, empty: '⟦de⟧ There is nothing in your Warenkorb.' } });
  expect(await read('out/next-week/findings.html')).toContain('There is nothing in your Warenkorb.');
});

test('the welcome of a server has a line that tells the story', async () => {
  const project = await createProject({ 'helve.config.json': '{ "tools": [] }' });
  await copyExample(join(project.folder, 'examples', 'localize'));
  const welcome = await project.start(['serve', '--port', '0']).shows('Stop with Ctrl-C');
  const line = /^ {2}(npm run story .*)$/m.exec(welcome)?.[1] ?? '';
  expect(line).toBe('npm run story --prefix examples/localize');
  const told = await project.shell(line);
  expect(told.stdout, told.stderr).toContain('The gate lets it pass');
  expect(told.stdout).toContain('major: catalog/shop.po:32:1: The number "50"');
});

test('every flow of the example passes the checks', async () => {
  const { helve } = await createExample();
  for (const flow of ['pseudo', 'check', 'secure', 'release']) {
    expect(await helve(['flow', 'check', `flows/${flow}.yaml`]), flow).toMatchObject({ code: 0 });
  }
});

interface RanChain {
  readonly check: {
    readonly findings: readonly {
      readonly rule: string;
      readonly location: { readonly file: string; readonly block: string };
    }[];
  };
}

interface TraceLine {
  readonly kind: string;
  readonly block: string;
  readonly state?: {
    readonly targets: {
      readonly [locale: string]:
        | { readonly origin?: { readonly tool: string; readonly reference?: string } }
        | undefined;
    };
  };
}

const known = {
  kind: 'entry',
  entry: {
    variants: {
      en: [{ kind: 'text', text: 'Ask Dr. Bo Lindqvist for help.' }],
      de: [{ kind: 'text', text: 'Fragen Sie Dr. Bo Lindqvist um Hilfe.' }],
    },
    entities: [{ type: 'person', values: { en: 'Bo Lindqvist', de: 'Bo Lindqvist' } }],
  },
};

/** A project with names, terms, codes and plurals, in the languages of its memory. */
const chain = {
  'helve.config.json': JSON.stringify({
    locales: { source: 'en', targets: ['de'] },
    flows: ['.'],
    checks: { gate: { maxMajor: -1 } },
  }),
  'chain.yaml': `name: Chain
steps:
  - { tool: ai-entity-extract, config: { provider: demo } }
  - tool: term-lookup
  - tool: tm-leverage
  - { tool: ai-translate, config: { provider: demo } }
  - tool: term-enforce
  - { tool: qa-check, config: { checkSameAsSource: false, checkLanguage: false } }
`,
  'memory.ndjson': `${JSON.stringify({ schema: 'helve.memory/v1' })}\n${JSON.stringify(known)}\n`,
  'terms.csv': 'concept_id,source,target,status\ncart,cart,Warenkorb,preferred\n',
  'app.json': `{
  "ask": "Ask Dr. Ada Fernstrom for help.",
  "put" :  "Put it into the cart, {name}",

  "left": "{count, plural, one {# <b>item</b>} other {# <b>items</b>}} left",
  "note":\t"Nothing \\u00e0 la carte"
}`,
  'guide.md': `Your cart
===

> Ask Dr. Mia Okafor for help.

\`\`\`sh
shop cart
\`\`\`
`,
};

/** A file of JSON without its values. */
function outsideValues(text: string): string {
  return text.replaceAll(/(:\s*)"(?:[^"\\]|\\.)*"/g, '$1');
}

test('TV46 each step of the chain uses what those before it wrote, and a second run asks nobody', async () => {
  const { helve, write, folder } = await createProject(chain);
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  await helve(['tm', 'import', 'memory.ndjson']);
  await helve(['terms', 'import', 'terms.csv', '--from', 'en', '--to', 'de']);
  const run = async () => {
    const ran = await helve(['run', 'chain', 'app.json', 'guide.md', '--trace', 'trace.ndjson', '--json']);
    expect(ran).toMatchObject({ code: 0 });
    const report = JSON.parse(ran.stdout) as RanChain;
    return { report, askedFor: translatedBy(await read('trace.ndjson')) };
  };

  const first = await run();
  const app = JSON.parse(await read('app_de.json')) as Record<string, string>;
  // The name is another one in the memory, and the plural has moved behind a mark.
  expect(app).toMatchObject({
    ask: 'Fragen Sie Dr. Ada Fernstrom um Hilfe.',
    put: '⟦de⟧ Put it into the cart, {name}',
    left: '⟦de⟧ {count, plural, one {⟦de⟧ # <b>item</b>} other {⟦de⟧ # <b>items</b>}} left',
  });
  const guide = await read('guide_de.md');
  expect(guide).toContain('> Fragen Sie Dr. Mia Okafor um Hilfe.');
  expect(first.askedFor).toEqual({ '/put': 'demo', '/left': 'demo', '/note': 'demo', 1: 'demo' });
  expect(first.report.check.findings.map(({ rule, location }) => [rule, location.file, location.block])).toEqual([
    ['term.not-used', 'app.json', '/put'],
    ['term.not-used', 'guide.md', '1'],
  ]);

  expect(outsideValues(await read('app_de.json'))).toBe(outsideValues(chain['app.json']));
  const put = guide.replace('⟦de⟧ ', '').replace('Fragen Sie Dr. Mia Okafor um Hilfe.', 'Ask Dr. Mia Okafor for help.');
  expect(put).toBe(chain['guide.md']);

  const second = await run();
  expect(second.askedFor).toEqual({ '/put': 'cache', '/left': 'cache', '/note': 'cache', 1: 'cache' });
  expect(await read('guide_de.md')).toBe(guide);

  // The engine is told the terms: with another one it is asked again, for those texts alone.
  await write({ 'terms.csv': chain['terms.csv'].replace('Warenkorb', 'Einkaufswagen') });
  await helve(['terms', 'import', 'terms.csv', '--from', 'en', '--to', 'de', '--replace']);
  const third = await run();
  expect(third.askedFor).toEqual({ '/put': 'demo', '/left': 'cache', '/note': 'cache', 1: 'demo' });
});

/** Where the target of each text came from that the engine made, by block. */
function translatedBy(trace: string): Record<string, string | undefined> {
  const events = trace
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceLine);
  const states = events.flatMap(({ kind, block, state }) =>
    kind === 'after' ? [[block, state?.targets['de']] as const] : [],
  );
  return Object.fromEntries(
    states.flatMap(([block, target]) =>
      target?.origin?.tool === 'ai-translate' ? [[block, target.origin.reference] as const] : [],
    ),
  );
}
