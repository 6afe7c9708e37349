import { describe, expect, test } from 'vitest';
import type { Part } from '../../contract/part.js';
import { Channel } from '../channel/channel.js';
import { StepInput } from './step-input.js';

const partOf = (id: string): Part => ({ kind: 'group-end', id });
const isAdmitted = (part: Part): boolean => part.kind === 'group-end' && part.id !== 'other';

function offer() {
  const told: string[] = [];
  const link = new Channel();
  const facts = { admit: isAdmitted, ended: () => told.push('ended'), failed: () => told.push('failed') };
  return { told, link, parts: new StepInput(link, facts) };
}

describe('StepInput', () => {
  test('a part that is here is given without a promise, and one that goes another way is left out', async () => {
    const { link, parts, told } = offer();
    expect(parts.ready()).toBeUndefined();
    void link.put([partOf('1'), partOf('other'), partOf('2')]);
    link.close();
    expect(await parts.next()).toEqual({ done: false, value: partOf('1') });
    expect([parts.ready(), parts.ready()]).toEqual([partOf('2'), undefined]);
    expect(told).toEqual([]);
    expect((await parts.next()).done).toBe(true);
    expect(told).toEqual(['ended']);
  });

  test('who has left gets nothing more, and the stream has not ended for that', async () => {
    const { link, parts, told } = offer();
    void link.put([partOf('1'), partOf('2')]);
    for await (const part of parts) if (part.kind === 'group-end') break;
    expect([parts.ready(), (await parts.next()).done, told]).toEqual([undefined, true, []]);
  });

  test('a stream that fails before is told and thrown', async () => {
    const { link, parts, told } = offer();
    link.fail(new Error('broken'));
    await expect(parts.next()).rejects.toThrow('broken');
    expect(told).toEqual(['failed']);
  });
});
