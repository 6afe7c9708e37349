import { beforeAll, expect, test } from 'vitest';
import { serveProject, startVictim, type Answer, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
export default {
  tools: [{
    id: 'double', name: 'double', description: 'Doubles a number',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
    hooksByStage: {}, execute: ({ n }) => n * 2,
  }],
  content: [{ path: 'texts/*.txt' }],
  server: { port: 0 },
};`,
  'texts/a.txt': 'Hello\n',
};
const run = { flow: { steps: [{ tool: 'word-count' }] }, files: ['texts/a.txt'] };
const onText = { text: 'Hello' };

let open: Victim;
let keyed: Victim;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  open = await startVictim(files);
  for (const [name, flags] of Object.entries({
    plain: [],
    flows: ['--scope', 'helve:flows'],
    counter: ['--tool', 'word-count'],
    boss: ['--role', 'admin'],
  })) {
    tokens[name] = (await open.project.helve(['keys', 'add', name, ...flags])).stdout.trim();
  }
  keyed = await serveProject(open.project, ['--auth', 'keys']);
});

const by = (name: string) => ({ authorization: `Bearer ${tokens[name] ?? ''}` });
const start = () => ({ 'x-helve-start': /start=([\w-]{22})\b/.exec(open.welcome)?.[1] ?? '' });
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

async function listed(victim: Victim, headers: Record<string, string>): Promise<readonly string[]> {
  const { tools } = (await victim.ask('/v1/tools', { headers })).body as { tools: readonly { id: string }[] };
  return tools.map(({ id }) => id);
}

test('a stranger on loopback calls the own tools of a project, and nothing that touches files', async () => {
  expect(statuses(await open.callBothWays('double', { n: 2 }))).toEqual([200, 200]);
  for (const [tool, input] of [
    ['flow.run', run],
    ['flow.check', { flow: run.flow }],
    ['word-count', onText],
    ['search-replace', { file: 'helve.config.mjs', config: { search: 'double', replace: 'evil' } }],
  ] as const) {
    for (const { status, body } of await open.callBothWays(tool, input)) {
      expect([status, body]).toMatchObject([401, { code: 'GATEWAY_START_TOKEN_NEEDED' }]);
    }
  }
  expect(await listed(open, {})).toEqual(['double', 'result_read']);
  const runs = await open.ask('/v1/runs', { method: 'POST', body: run });
  expect(runs.status).toBe(401);
});

test('the start token in the printed address opens flows, on loopback without auth only', async () => {
  expect(statuses(await open.callBothWays('flow.run', run, start()))).toEqual([200, 200]);
  expect(await listed(open, start())).toEqual(expect.arrayContaining(['double', 'flow.run', 'word-count']));
  const wrong = { 'x-helve-start': 'A'.repeat(22) };
  for (const { status, text } of await open.callBothWays('flow.run', run, wrong)) {
    expect([status, text]).toEqual([401, expect.stringContaining('is not the one of this start')]);
  }
  expect(keyed.welcome).not.toContain('start=');
  expect(statuses(await keyed.callBothWays('flow.run', run, { ...by('plain'), ...start() }))).toEqual([403, 403]);
});

test('a key without scopes reaches the own tools, one with helve:flows all, one with a tool that tool on texts', async () => {
  const ways = async (name: string, tool: string, input: unknown) =>
    statuses(await keyed.callBothWays(tool, input, by(name)));
  expect(await ways('plain', 'double', { n: 2 })).toEqual([200, 200]);
  expect(await ways('plain', 'flow.run', run)).toEqual([403, 403]);
  expect(await ways('plain', 'word-count', onText)).toEqual([403, 403]);
  for (const name of ['flows', 'boss']) {
    expect(await ways(name, 'flow.run', run)).toEqual([200, 200]);
    expect(await ways(name, 'word-count', onText)).toEqual([200, 200]);
  }
  expect(await ways('counter', 'word-count', onText)).toEqual([200, 200]);
  expect(await ways('counter', 'word-count', { file: 'texts/a.txt' })).toEqual([403, 403]);
  const [refused] = await keyed.callBothWays('word-count', { file: 'texts/a.txt' }, by('counter'));
  expect(refused.body).toMatchObject({ error: { details: { code: 'PROJECT_FILES_NOT_GRANTED' } } });
  expect(await ways('counter', 'flow.run', run)).toEqual([403, 403]);
  expect(await listed(keyed, by('plain'))).toEqual(['double', 'result_read']);
});

test('what only steps of flows use is listed nowhere and found by nobody', async () => {
  const everything = await listed(keyed, by('boss'));
  for (const tool of ['exec.run', 'llm.complete', 'mt.translate']) {
    expect(everything).not.toContain(tool);
    expect(statuses(await keyed.callBothWays(tool, {}, by('boss')))).toEqual([404, 404]);
  }
});

test('a chat is offered no more than its user may use', async () => {
  const session = await open.ask('/v1/sessions', { method: 'POST', body: {} });
  expect(session.status).toBe(201);
  const { id } = session.body as { id: string };
  const said = await open.ask(`/v1/sessions/${id}/messages`, {
    method: 'POST',
    body: { message: 'run the flow word-count on the file "texts/a.txt"' },
  });
  expect(said.text).not.toContain('flow.run');
});

test('a key is granted no tool that the grant would not open, and its tenant is listed', async () => {
  const { helve } = open.project;
  const refused = async (tool: string) => {
    const { code, stderr } = await helve(['keys', 'add', 'x', '--tool', tool]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused('word-cuont')).toContain('word-count');
  expect(await refused('exec.run')).toContain('as a step of a flow only');
  expect(await refused('flow.run')).toContain('--scope helve:flows');
  await helve(['keys', 'add', 'anna', '--tenant', 'acme']);
  expect((await helve(['keys', 'ls'])).stdout).toMatch(/NAME +TENANT[^]*anna +acme/);
});

test('a server says as many tools as its list has with all rights', async () => {
  const { length } = await listed(open, start());
  expect(open.welcome).toContain(`serves ${length} tools`);
});
