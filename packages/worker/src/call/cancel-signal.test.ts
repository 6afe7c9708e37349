import { expect, test } from 'vitest';
import { SharedCancelSignal, toReason } from './cancel-signal.js';

test('a relay passes an abort on once, the first listener first, and tells nobody who has left', () => {
  const source = new AbortController();
  const heard: string[] = [];
  const relay = new SharedCancelSignal(source.signal, () => heard.push('first'));
  const gone = () => heard.push('gone');
  relay.addEventListener('abort', gone);
  relay.addEventListener('abort', () => heard.push(`then ${toReason(relay)}`));
  relay.removeEventListener('abort', gone);
  expect(relay.aborted).toBe(false);
  source.abort('enough');
  expect(heard).toEqual(['first', 'then enough']);
  expect(relay.aborted).toBe(true);
});

test('a relay that was closed hears nothing any more', () => {
  const source = new AbortController();
  const heard: string[] = [];
  const relay = new SharedCancelSignal(source.signal, () => heard.push('first'));
  relay.addEventListener('abort', () => heard.push('then'));
  relay.close();
  source.abort();
  expect(heard).toEqual([]);
});

test('the reason of an abort travels as text', () => {
  expect(toReason(AbortSignal.abort('enough'))).toBe('enough');
  expect(toReason(AbortSignal.abort(new Error('too slow')))).toBe('too slow');
  expect(toReason(AbortSignal.abort())).toBe('aborted');
});
