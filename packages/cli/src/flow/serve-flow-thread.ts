import type { Json } from '@helve/core';
import { fileIo, serveDocuments, type FileInput, type FileIoOptions, type ThreadSetup } from '@helve/flow';
import { useNodeSha256 } from '../compose.js';
import { loadConfigIfAny } from '../config/load-config.js';
import { dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { openFlowRoom } from './open-flow-room.js';

/** What the main thread of a run hands to the others. */
export interface ThreadData {
  readonly configFile: string;
  readonly inputs: readonly FileInput[];
  readonly shared: Omit<FileIoOptions, 'inputs' | 'formats'>;
}

/** Makes this thread one that takes documents through the tools of a project, loaded here by their modules. */
export function serveThread(): void {
  serveDocuments(async (data: Json): Promise<ThreadSetup> => {
    useNodeSha256();
    const { configFile, inputs, shared } = data as unknown as ThreadData;
    const named = existsSync(configFile) ? configFile : undefined;
    const { config } = await loadConfigIfAny(dirname(configFile), named);
    const { tools, formats } = await openFlowRoom(config, configFile, () => undefined);
    const { documents } = await fileIo({ ...shared, inputs, formats });
    return {
      tools,
      document: (index) => {
        const document = documents[index];
        if (document === undefined) throw new RangeError(`Cannot run document ${index}: there are ${documents.length}`);
        return document;
      },
    };
  });
}
