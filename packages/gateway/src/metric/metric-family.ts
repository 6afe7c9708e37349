type Labels = Readonly<Record<string, string>>;

/** One metric with all its label values, as Prometheus reads it. */
export interface MetricFamily {
  lines(): string;
}

/** No label value comes from a request unchecked; this is the fence behind that. */
const maxSeries = 2_000;

/** Counts up. */
export class Counter implements MetricFamily {
  readonly #series = new Map<string, { readonly name: string; count: number }>();
  readonly #name: string;
  readonly #help: string;

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** Increments the counter; reads the labels only when `key`, which identifies them, is new. */
  add(key: string, labels: () => Labels): void {
    const known = this.#series.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#series.size < maxSeries) this.#series.set(key, { name: labelKey(labels()), count: 1 });
  }

  lines(): string {
    const rows = [...this.#series.values()].map(({ name, count }) => `${this.#name}${name} ${count}`);
    return [...head(this.#name, this.#help, 'counter'), ...rows].join('\n');
  }
}

const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Spread {
  readonly name: string;
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** Durations in seconds, counted in buckets. */
export class Histogram implements MetricFamily {
  readonly #series = new Map<string, Spread>();
  readonly #name: string;
  readonly #help: string;

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  observe(key: string, labels: () => Labels, seconds: number): void {
    let spread = this.#series.get(key);
    if (spread === undefined) {
      if (this.#series.size >= maxSeries) return;
      const name = labelKey(labels());
      this.#series.set(key, (spread = { name, buckets: bounds.map(() => 0), sum: 0, count: 0 }));
    }
    const at = bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) spread.buckets[at] = (spread.buckets[at] ?? 0) + 1;
    spread.sum += seconds;
    spread.count += 1;
  }

  lines(): string {
    const rows = [...this.#series.values()].flatMap(({ name: key, buckets, sum, count }) => {
      let below = 0;
      const steps = buckets.map((some, at) => `${this.#name}_bucket${withLe(key, bounds[at])} ${(below += some)}`);
      return [
        ...steps,
        `${this.#name}_bucket${withLe(key, '+Inf')} ${count}`,
        `${this.#name}_sum${key} ${sum}`,
        `${this.#name}_count${key} ${count}`,
      ];
    });
    return [...head(this.#name, this.#help, 'histogram'), ...rows].join('\n');
  }
}

/** A value at the moment of reading. */
export class Gauge implements MetricFamily {
  readonly #name: string;
  readonly #help: string;
  readonly #read: () => number;

  constructor(name: string, help: string, read: () => number) {
    this.#name = name;
    this.#help = help;
    this.#read = read;
  }

  lines(): string {
    return [...head(this.#name, this.#help, 'gauge'), `${this.#name} ${this.#read()}`].join('\n');
  }
}

/** One value of several series at the moment of reading. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Writes samples that were just read as a metric; none without samples. */
export function sampleLines(
  name: string,
  help: string,
  type: 'counter' | 'gauge',
  samples: readonly Sample[],
): readonly string[] {
  if (samples.length === 0) return [];
  const rows = samples.slice(0, maxSeries).map(({ labels, value }) => `${name}${labelKey(labels)} ${value}`);
  return [...head(name, help, type), ...rows];
}

function head(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelKey(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function withLe(key: string, bound: number | string | undefined): string {
  const le = `le="${bound}"`;
  return key === '' ? `{${le}}` : `${key.slice(0, -1)},${le}}`;
}
