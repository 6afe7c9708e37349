import type { RegistrySnapshot, ToolResponse } from '@helve/core';
import { Counter, Gauge, Histogram, type MetricFamily } from './metric-family.js';

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);
const maxTools = 500;

/** Metrics of the gateway. Labels are names of routes, tools and errors: nothing that a client can make up. */
export class GatewayMetrics {
  readonly #requests = new Counter('helve_http_requests_total', 'Requests by route, method and status');
  readonly #requestSeconds = new Histogram('helve_http_request_duration_seconds', 'Time to the head of the answer');
  readonly #refusals = new Counter('helve_http_refusals_total', 'Requests that the door refused, by code');
  readonly #calls = new Counter('helve_calls_total', 'Calls by tool, door and outcome');
  readonly #callSeconds = new Histogram('helve_call_duration_seconds', 'Time of calls by door');
  readonly #tools = new Set<string>();
  readonly #families: readonly MetricFamily[];
  #inFlight = 0;

  constructor() {
    this.#families = [
      this.#requests,
      this.#requestSeconds,
      this.#refusals,
      this.#calls,
      this.#callSeconds,
      new Gauge('helve_calls_in_flight', 'Calls under way', () => this.#inFlight),
      new Gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss()),
      new Gauge('process_uptime_seconds', 'Age of the process', () => process.uptime()),
    ];
  }

  /** A request that was answered; its route is the address as the table of routes has it, not as the client wrote it. */
  request(route: string, method: string, status: number, seconds: number): void {
    const known = knownMethods.has(method) ? method : 'other';
    this.#requests.add(`${status} ${known} ${route}`, () => ({ route, method: known, status: String(status) }));
    this.#requestSeconds.observe(route, () => ({ route }), seconds);
  }

  refusal(code = 'unknown'): void {
    this.#refusals.add(code, () => ({ code }));
  }

  callBegan(): void {
    this.#inFlight += 1;
  }

  callEnded(response: ToolResponse | undefined, tools: RegistrySnapshot, door: string, seconds: number): void {
    this.#inFlight -= 1;
    const outcome = response === undefined ? 'INTERNAL' : response.ok ? 'ok' : response.error.type;
    const tool = this.#nameOf(response?.meta.toolId ?? '', tools);
    this.#calls.add(`${outcome} ${door} ${tool}`, () => ({ tool, door, outcome }));
    this.#callSeconds.observe(door, () => ({ door }), seconds);
  }

  /** All of them, in the text format of Prometheus. */
  toText(): string {
    return `${this.#families.map((family) => family.lines()).join('\n')}\n`;
  }

  #nameOf(id: string, tools: RegistrySnapshot): string {
    if (this.#tools.has(id)) return id;
    if (tools.get(id) === undefined) return 'unknown';
    if (this.#tools.size >= maxTools) return 'other';
    this.#tools.add(id);
    return id;
  }
}
