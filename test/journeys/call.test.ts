import { expect, test } from 'vitest';
import { starter } from './fixtures.js';
import { createProject } from './project.js';

test('helve call takes every kind of flag and prints the data as JSON', async () => {
  const { helve } = await createProject(starter);
  const flags = [
    '--address.city',
    'Bern',
    '--unit=km',
    '--max-distance',
    '3',
    '--tags',
    'a',
    '--tags',
    'b',
    '--no-exact',
    '--arg-input',
    'x',
  ];
  const { code, stdout, stderr } = await helve(['call', 'describe_place', ...flags]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const got = { address: { city: 'Bern' }, unit: 'km', maxDistance: 3, tags: ['a', 'b'], exact: false, input: 'x' };
  expect(JSON.parse(stdout)).toEqual({ got });
  expect(stdout).toContain('\n  "got": {\n');
});

test('helve call reads --input from a file and from stdin, and flags go over it', async () => {
  const { helve, write } = await createProject(starter);
  const input = { address: { city: 'Bern', zip: '3000' }, unit: 'km', maxDistance: 1 };
  await write({ 'input.json': JSON.stringify(input) });
  const byFile = await helve(['call', 'describe_place', '--input', 'input.json', '--address.city', 'Rome']);
  expect(JSON.parse(byFile.stdout)).toEqual({ got: { ...input, address: { city: 'Rome', zip: '3000' } } });
  const byStdin = await helve(['call', 'describe_place', '--unit', 'mi', '--input', '-'], {
    stdin: JSON.stringify(input),
  });
  expect(JSON.parse(byStdin.stdout)).toEqual({ got: { ...input, unit: 'mi' } });
  const before = await helve(['call', '--input', 'input.json', 'describe_place']);
  expect(JSON.parse(before.stdout)).toEqual({ got: input });
});

test('helve call reads any value from a file with @', async () => {
  const { helve, write } = await createProject(starter);
  await write({ 'city.txt': 'Sankt Gallen', 'far.txt': '42\n' });
  const { stdout } = await helve([
    'call',
    'describe_place',
    '--address.city',
    '@city.txt',
    '--max-distance',
    '@far.txt',
    '--unit',
    'km',
    '--tags',
    '@@home',
  ]);
  expect(JSON.parse(stdout)).toEqual({
    got: { address: { city: 'Sankt Gallen' }, maxDistance: 42, unit: 'km', tags: ['@home'] },
  });
});

test.each<[string, string[], string[]]>([
  ['an unknown flag', ['--address.citi', 'Bern', '--unit', 'km'], ['--address.citi', '"--address.city"']],
  [
    'a value outside of an enum',
    ['--address.city', 'Bern', '--unit', 'kn'],
    ['--unit', 'Expected one of km, mi', '"km"'],
  ],
  ['a number that is none', ['--max-distance', 'far', '--unit', 'km'], ['--max-distance', 'Expected a whole number']],
  ['a missing parameter', ['--unit', 'km'], ['--address', 'It is required']],
  ['several mistakes at once', ['--max-distance', 'far', '--unit', 'kn'], ['2 problems', '--max-distance', '--unit']],
  ['a file that is not there', ['--input', 'none.json'], ['"none.json"', 'there is no such file']],
  ['input on the command line', ['--input', '{"unit":"km"}'], ['there is no such file', '`-` for stdin']],
  ['a stray word', ['Bern'], ['Bern', 'Expected a flag']],
])('helve call refuses %s with exit code 2 and an empty stdout', async (_, flags, texts) => {
  const { helve } = await createProject(starter);
  const { code, stdout, stderr } = await helve(['call', 'describe_place', ...flags]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  for (const text of texts) expect(stderr).toContain(text);
});

test.each<[string, string]>([
  ['broken JSON', '{"unit": '],
  ['JSON that is no object', '[1]'],
])('helve call refuses %s on stdin', async (_, stdin) => {
  const { helve } = await createProject(starter);
  expect(await helve(['call', 'describe_place', '--input', '-'], { stdin })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Cannot read the input from stdin: expected'),
  });
});

test('helve call names unknown arguments of the input', async () => {
  const { helve } = await createProject(starter);
  const stdin = '{"address":{"city":"Bern"},"unit":"km","__proto__":{"x":1},"maxDistence":3}';
  const { code, stderr, stdout } = await helve(['call', 'describe_place', '--input', '-'], { stdin });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('maxDistance');
  expect(stderr).toContain('__proto__');
});

test('helve call --help lists the flags of the tool', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout } = await helve(['call', 'describe_place', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/--unit km\|mi +\(required\)/);
  expect(stdout).toContain('--[no-]exact');
  expect(stdout).toContain('--input FILE');
});

test('helve call of an unknown tool is a usage mistake', async () => {
  const { helve } = await createProject(starter);
  expect(await helve(['call', 'describeplace'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('"describe_place"'),
  });
  expect(await helve(['call'])).toMatchObject({ code: 2, stdout: '' });
});

test('helve call tells a failure that the author foresaw in his words', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout, stderr } = await helve(['call', 'fail_foreseen']);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: 'Cannot find the city\n' });
});

test('helve call shows where a tool failed that nobody foresaw', async () => {
  const { helveProcess, folder } = await createProject(starter);
  const { code, stdout, stderr } = await helveProcess(['call', 'fail_badly']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('TypeError: no place: undefined');
  expect(stderr).toMatch(new RegExp(`${folder}/tools/all.ts:4\\d:\\d+`));
});

test('helve call --envelope prints the whole answer, also of a failure', async () => {
  const { helve } = await createProject(starter);
  const good = await helve(['call', 'talk', '--envelope']);
  expect(JSON.parse(good.stdout)).toMatchObject({ ok: true, data: ['line 0'], meta: { toolId: 'talk' } });
  const bad = await helve(['call', '--envelope', 'fail_foreseen']);
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
});

test('helve call keeps stdout for the result and ends although a timer is left', async () => {
  const { helve } = await createProject(starter);
  const { code, stdout, stderr } = await helve(['call', 'talk']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'chatter\n' });
  expect(JSON.parse(stdout)).toEqual(['line 0']);
});

test('helve call refuses a result that JSON cannot hold', async () => {
  const { helve } = await createProject(starter);
  expect(await helve(['call', 'answer_oddly'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('JSON cannot hold'),
  });
});

test('helve call ends with 130 when it is interrupted, although the tool does not listen', async () => {
  const { start } = await createProject(starter);
  const running = start(['call', 'wait_long']);
  await running.shows('waiting');
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('cancelled') });
});
