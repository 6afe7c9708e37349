import type { LocaleId } from '../contract/block.js';
import type { Session } from '../contract/store.js';
import { Pseudonyms } from './privacy/pseudonyms.js';
import type { FlowDocument } from './io/flow-io.js';
import { Channel, type BatchSink, type BatchSource } from './channel/channel.js';
import { nodesBeforeRedaction } from './privacy/nodes-before-redaction.js';
import { nodesWithSecrets } from './privacy/nodes-with-secrets.js';
import type { RunEnv } from './run-env.js';
import { Quarantine } from './step/quarantine.js';
import type { Stage } from './stage/stage.js';
import { cancelled } from './step/step-failure.js';
import type { StepRecord } from './step/step-record.js';

/** A channel between stages that can be ended from outside; one that has a file takes it away. */
type RunChannel = BatchSource & BatchSink & { abort(reason: unknown): void; dispose?(): Promise<void> };

/** One document under way: its stages, the channels between them, and what they have recorded. */
export class DocumentRun {
  readonly env: RunEnv;
  readonly document: FlowDocument;
  /** Its place in the order of inputs. */
  readonly index: number;
  readonly session: Session;
  readonly signal: AbortSignal;
  /** In the order of the plan. */
  readonly records: StepRecord[] = [];
  readonly pseudonyms = new Pseudonyms();
  /** The blocks that the run is not about: no step touches them. */
  readonly unselected = new Quarantine();
  /** The locales of blocks that have targets in one alone. */
  readonly ownLocales = new Map<string, LocaleId>();
  /** The steps whose blocks nobody has searched for private data yet, by node. */
  readonly unsearched: ReadonlySet<string>;
  /** The steps that see private data, by node. */
  readonly secretive: ReadonlySet<string>;
  readonly #channels = new Set<RunChannel>();
  readonly #tasks: Promise<void>[] = [];

  constructor(env: RunEnv, document: FlowDocument, index: number, session: Session, signal: AbortSignal) {
    this.env = env;
    this.document = document;
    this.index = index;
    this.session = session;
    this.signal = signal;
    this.unsearched = nodesBeforeRedaction(env.plan);
    this.secretive = nodesWithSecrets(env.plan);
  }

  /** A channel that ends when the document does. */
  channel<C extends RunChannel>(channel: C): C {
    if (this.signal.aborted) channel.abort(cancelled());
    this.#channels.add(channel);
    return channel;
  }

  /** Puts stages one behind the other; the parts of the last one come out of `last`, and `failed` hears of its error. */
  chain(
    stages: readonly Stage[],
    input: BatchSource,
    last: RunChannel = this.channel(new Channel()),
    failed?: (error: unknown) => void,
  ): BatchSource {
    let source = input;
    for (const stage of stages.slice(0, -1)) {
      const channel = this.channel(new Channel());
      this.#start(stage, source, channel);
      source = channel;
    }
    this.#start(stages.at(-1) ?? passStage, source, last, failed);
    return last;
  }

  /** Runs a task that feeds a channel. */
  feed(work: (output: BatchSink) => Promise<void>): BatchSource {
    return this.chain([{ run: (_, output) => work(output) }], noInput);
  }

  /** Ends all channels at once, on both sides. */
  abort(reason: unknown): void {
    for (const channel of this.#channels) channel.abort(reason);
  }

  /** When every stage has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#tasks);
  }

  /** Takes temporary files away. */
  async dispose(): Promise<void> {
    for (const channel of this.#channels) await channel.dispose?.();
  }

  /** An error flows on like data: whoever is downstream meets it after the parts before it. */
  #start(stage: Stage, input: BatchSource, output: BatchSink, failed?: (error: unknown) => void): void {
    const work = async () => {
      try {
        await stage.run(input, output);
        output.close();
      } catch (error) {
        output.fail(error);
        failed?.(error);
        input.cancel();
      }
    };
    this.#tasks.push(work());
  }
}

/** Nothing happens here. */
const passStage: Stage = {
  async run(input, output) {
    for (;;) {
      const batch = await input.take();
      if (batch === undefined) return;
      await output.put(batch);
    }
  },
};

const noInput: BatchSource = { take: () => undefined, cancel: () => undefined };
