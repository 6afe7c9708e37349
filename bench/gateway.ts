// What `gateway` promises: what a call over HTTP and over MCP costs beside a bare route and beside the SDK, and how soon it is there.
import { stdioClients } from './gateway/stdio.js';
import { gatewayVariants, measureServer, type Figures } from './gateway/variants.js';
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

/** One run of a server gives both figures; whoever reads them begins with the first run, and makes those that lack. */
function runsOf(server: string): (by: keyof Figures) => Contender['sample'] {
  const runs: Promise<Figures>[] = [];
  return (by) => {
    let at = 0;
    return async () => (await (runs[at++] ??= measureServer(server)))[by];
  };
}

const runs = new Map<string, ReturnType<typeof runsOf>>();

function served(server: string, by: keyof Figures, target?: Contender['target']): Contender {
  const read = runs.get(server) ?? runsOf(server);
  runs.set(server, read);
  return { name: `${server}: ${by}`, sample: read(by), ...(target === undefined ? {} : { target }) };
}

/** By the clock, and by the processor of the server: the second says the same on a machine that is busy with other things. */
const sections: readonly Section[] = (['time', 'processor'] as const).flatMap((by) => [
  {
    title: `A call over HTTP, 64 connections (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      served('bare hono route', by),
      served('gateway, no rules', by),
      served('gateway, standard rules', by, share(60)),
      served('gateway, SQLite trail', by, share(35)),
    ],
  },
  {
    title: `A tool that writes, over HTTP with a SQLite trail, alone (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      served('SQLite trail, a tool that reads, alone', by),
      served('SQLite trail, a tool that writes, alone', by, { timesFloor: 2 }),
    ],
  },
  {
    title: `A tool that writes, over HTTP with a SQLite trail, 64 connections (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      served('gateway, SQLite trail', by),
      served('SQLite trail, a tool that writes, 64 at once', by, { timesFloor: 1.5 }),
    ],
  },
  {
    title: `A call over MCP, 32 connections (${by})`,
    unit: 'µs',
    samples: 3,
    contenders: [
      served('SDK low-level, 300 tools', by),
      served('SDK McpServer, 1 tool', by),
      served('SDK McpServer, 100 tools', by),
      served('SDK McpServer, 300 tools', by),
      served('SDK McpServer, 1,000 tools', by),
      served('gateway MCP, 1 tool', by),
      served('gateway MCP, 100 tools', by),
      served('gateway MCP, 300 tools', by, share(80)),
      served('gateway MCP, 1,000 tools', by, share(80)),
    ],
  },
]);

/** The figures of the sections above, beside those of one tool alone. */
const flatness: Section = {
  title: 'A call over MCP, whatever the number of tools (processor)',
  unit: 'µs',
  samples: 3,
  contenders: [
    served('gateway MCP, 1 tool', 'processor'),
    served('gateway MCP, 300 tools', 'processor', { timesFloor: 1.2 }),
    served('gateway MCP, 1,000 tools', 'processor', { timesFloor: 1.2 }),
  ],
};

const whole: readonly Section[] = [
  ...sections,
  flatness,
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
