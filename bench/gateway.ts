// What `gateway` promises: what a call over HTTP and over MCP costs beside a bare route and beside the SDK, and how soon it is there.
import { stdioClients } from './gateway/stdio.js';
import { gatewayVariants } from './gateway/variants.js';
import { contender, runBench } from './kit/run-variants.js';
import { measure, report, type Contender } from './measure.js';

interface Section {
  readonly title: string;
  readonly unit: string;
  readonly samples: number;
  readonly contenders: readonly Contender[];
}

/** So many per cent of the requests in a second, as times of one request. */
const share = (percent: number) => ({ timesFloor: 100 / percent });

/** By the clock, and by the processor of the server: the second says the same on a machine that is busy with other things. */
const sections: readonly Section[] = (['time', 'processor'] as const).flatMap((by) => [
  {
    title: `A call over HTTP, 64 connections (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      contender(`bare hono route: ${by}`),
      contender(`gateway, no rules: ${by}`),
      contender(`gateway, standard rules: ${by}`, share(60)),
      contender(`gateway, SQLite trail: ${by}`, share(35)),
    ],
  },
  {
    title: `A call over MCP, 32 connections (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      contender(`SDK low-level, 300 tools: ${by}`),
      contender(`SDK McpServer, 300 tools: ${by}`),
      contender(`gateway MCP, 1 tool: ${by}`),
      contender(`gateway MCP, 100 tools: ${by}`),
      contender(`gateway MCP, 300 tools: ${by}`, share(80)),
      contender(`gateway MCP, 1,000 tools: ${by}`, share(80)),
    ],
  },
]);

const whole: readonly Section[] = [
  ...sections,
  ...stdioClients.map((client) => ({
    title: `A call over stdio, ${client}`,
    unit: 'µs',
    samples: 3,
    contenders: [contender(`SDK, ${client}`), contender(`helve mcp, ${client}`, { timesFloor: 1.3 })],
  })),
  {
    title: 'helve serve with 100 tools: from nothing to the first answer',
    unit: 'ms',
    samples: 5,
    contenders: [contender('helve serve: first answer', { atMost: 450 })],
  },
  {
    title: 'helve serve with 100 tools: memory when nobody asks',
    unit: 'MiB',
    samples: 3,
    contenders: [contender('helve serve: idle memory', { atMost: 130 })],
  },
];

await runBench(gatewayVariants, runAll);

/** All sections, or those whose titles hold one of the words that were given. */
async function runAll(): Promise<boolean> {
  const words = process.argv.slice(2);
  let kept = true;
  for (const { title, unit, samples, contenders } of whole) {
    if (words.length > 0 && !words.some((word) => title.includes(word))) continue;
    kept = report(title, unit, await measure(contenders, { samples })) && kept;
  }
  return kept;
}
