import type { Session, ToolSession } from '../../contract/store.js';
import type { StepRecord } from './step-record.js';

/** Narrows a session for the tool of a step: it cannot commit, and cache hits are counted. */
export function stepSession(session: Session, record: StepRecord, writable: boolean): ToolSession {
  return Object.freeze({
    blocks: session.blocks.bind(session),
    getBlock: session.getBlock.bind(session),
    putBlock: session.putBlock.bind(session),
    getOverlay: session.getOverlay.bind(session),
    putOverlay: session.putOverlay.bind(session),
    listOverlays: session.listOverlays.bind(session),
    async cacheGet(key: string) {
      const value = await session.cacheGet(key);
      if (value !== undefined) record.cached += 1;
      return value;
    },
    async cachePut(key: string, value: Parameters<ToolSession['cachePut']>[1]) {
      if (writable) return session.cachePut(key, value);
      record.uncached += 1;
    },
  });
}
