/** What the engines that Helve's life of a call comes from were measured at, on one small machine of another day. */
export const origin = Object.freeze([
  { name: 'an engine of the seed, empty', us: '10–18' },
  { name: 'an engine of the seed, 30 hooks', us: '19–44' },
  { name: 'FrontMCP in process, and about 0.3 more for each tool registered', us: '225–265' },
  { name: 'the MCP SDK in memory', us: '63' },
  { name: 'a precompiled table of stages, empty', us: '0.19' },
  { name: 'a precompiled table of stages, 31 synchronous hooks', us: '0.38' },
  { name: 'a precompiled table of stages, asynchronous', us: '2.6' },
]);

/** Lists the figures of the origin, to be printed beside ours. */
export function describeOrigin(): string {
  return ['Measured elsewhere, to compare', ...origin.map(({ name, us }) => `  ${us} µs  ${name}`)].join('\n');
}
