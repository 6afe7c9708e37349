import { isPlainObject } from '@helve/core';
import {
  fileIo,
  serveDocuments,
  systemFiles,
  type FileInput,
  type FileIoOptions,
  type ThreadSetup,
} from '@helve/flow/engine';
import { useNodeSha256 } from '../use-node-sha256.js';
import type { ConfigOverride } from '../config/config-override.js';
import { loadConfigIfAny } from '../config/load-config.js';
import { dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { blockKeys, createLocalRecognizer, localRecognizerUri, PROJECT_TERMS } from '@helve/l10n/run';
import { pairing } from './pairing.js';
import { loadProjectTerms } from '../term/run-terms.js';
import { openRunMemories } from '../memory/run-memories.js';
import { createCallerFiles } from '../reach/caller-files.js';
import { createReach } from '../reach/reach.js';
import { openFlowEnvironment } from '../flow/open-flow-environment.js';

/** Data that the main thread of a run hands to the others. */
export interface ThreadData {
  readonly configFile: string;
  readonly overrides: readonly ConfigOverride[];
  readonly inputs: readonly FileInput[];
  /** The names of the tools that are steps. */
  readonly tools: readonly string[];
  /** True when steps look terms up. */
  readonly terms: boolean;
  /** The memories that steps look into. */
  readonly memories: readonly string[];
  /** The files that the project names for the steps of a caller at a door; absent at the terminal. */
  readonly named?: readonly string[];
  readonly shared: Omit<FileIoOptions, 'inputs' | 'formats' | 'files' | 'pairFormat' | 'keysOf'>;
}

/** True for what `toThreads` sends. */
function isThreadData(data: unknown): data is ThreadData {
  return isPlainObject(data) && typeof data['configFile'] === 'string' && Array.isArray(data['inputs']);
}

/**
 * Makes this thread one that takes documents through the tools of a project, loaded here by their modules. Patterns run
 * here too, with their limit: nobody else waits for this thread.
 */
export function serveRunThread(): void {
  serveDocuments(async (data: unknown): Promise<ThreadSetup> => {
    useNodeSha256();
    if (!isThreadData(data)) throw new TypeError('Cannot serve a run: this thread was started without its data');
    const { configFile, overrides, inputs, tools: used, named, terms, memories, shared } = data;
    const written = existsSync(configFile) ? configFile : undefined;
    const { config } = await loadConfigIfAny(dirname(configFile), written, overrides);
    const { tools, formats } = await openFlowEnvironment(config, configFile, () => undefined, { run: { tools: used } });
    const folder = dirname(configFile);
    const files =
      named === undefined ? systemFiles : createCallerFiles(createReach({ config, configFile, folder }), folder, named);
    const termbase = terms ? await loadProjectTerms(config.terms, folder) : undefined;
    const known = await openRunMemories(memories, config, folder);
    return {
      tools,
      resources: {
        files,
        get: (uri) => {
          if (uri === localRecognizerUri) return createLocalRecognizer();
          return uri === PROJECT_TERMS ? termbase : known.get(uri);
        },
      },
      document: async (index) => {
        const input = inputs[index];
        const own = input === undefined ? [] : [input];
        const { documents } = await fileIo({
          ...shared,
          ...(await pairing(own)),
          inputs: own,
          formats,
          files,
          keysOf: blockKeys,
        });
        const [document] = documents;
        if (document === undefined) throw new RangeError(`Cannot run document ${index}: there are ${inputs.length}`);
        return document;
      },
      close: () => known.close(),
    };
  });
}
