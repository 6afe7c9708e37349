import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules', '.cache', 'helve', 'type-budget');

/** What the compiler needed for 200 tools when this was last looked at; the test fails at half as much again. */
const RECORDED_INSTANTIATIONS = 92_000;
const TOOLS = 200;

const schemas = (n: number) => `
const In${n} = z.object({ a${n}: z.string(), b: z.number().optional(), c: z.enum(['x', 'y']) });
const Out${n} = z.object({ r${n}: z.string() });`;

const asTool = (n: number) => `${schemas(n)}
export const tool${n} = defineTool({
  id: 'tool${n}', description: 'A tool', inputSchema: In${n}, outputSchema: Out${n},
  execute: (input) => ({ r${n}: input.a${n} }),
});`;

const asHookedTool = (n: number) =>
  asTool(n).replace(
    'execute:',
    "hooks: [defineHook({ name: 'h', willExecute: (ctx) => void ctx.toolId })],\n  execute:",
  );

const asFunction = (n: number) => `${schemas(n)}
export const tool${n} = (input: z.output<typeof In${n}>, _ctx: ToolInvokeContext): z.input<typeof Out${n}> => ({ r${n}: input.a${n} });`;

function countInstantiations(name: string, header: string, line: (n: number) => string): number {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.ts`);
  writeFileSync(
    file,
    [header, "import * as z from 'zod';", ...Array.from({ length: TOOLS }, (_, n) => line(n))].join('\n'),
  );
  const flags =
    '--ignoreConfig --noEmit --singleThreaded --extendedDiagnostics --strict --skipLibCheck --target es2023 --module nodenext';
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const report = execFileSync(process.execPath, [tsc, ...flags.split(' '), '--types', '', file], {
    encoding: 'utf8',
    cwd: folder,
  });
  return Number(/Instantiations:\s+(\d+)/.exec(report)?.[1]);
}

test('Y7 200 tools stay within the recorded type instantiations, and near annotated functions, with hooks too', () => {
  const tools = countInstantiations('tools', "import { defineTool } from '@helve/core';", asTool);
  const functions = countInstantiations(
    'functions',
    "import type { ToolInvokeContext } from '@helve/core';",
    asFunction,
  );
  const hooked = countInstantiations('hooked', "import { defineHook, defineTool } from '@helve/core';", asHookedTool);
  console.info(`with hooks: ${hooked}`);
  expect(hooked / functions).toBeLessThan(2);
  console.info(`type instantiations: ${tools} for ${TOOLS} tools, ${functions} for annotated functions`);
  expect(functions).toBeGreaterThan(0);
  expect(tools).toBeLessThan(RECORDED_INSTANTIATIONS * 1.5);
  expect(tools / functions).toBeLessThan(1.5);
});
