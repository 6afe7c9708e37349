import { expect, test } from 'vitest';
import type { AdmissionRequest, RunningJob } from './admission-policy.js';
import { createAdmission } from './create-admission.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const policy = createAdmission();
const machine = {
  ramTotalBytes: 16 * GIB,
  ramAvailableBytes: 8 * GIB,
  gpuTotalBytes: 10 * GIB,
  gpuFreeBytes: 10 * GIB,
};
const peaks = (rss: number, gpu = 0) => ({ rssBytes: rss * GIB, gpuBytes: gpu * GIB });

function request(change: Partial<AdmissionRequest> = {}): AdmissionRequest {
  return {
    instanceId: 'a',
    maxConcurrent: 1,
    inFlight: 0,
    open: false,
    measured: peaks(1),
    resident: peaks(0),
    ...change,
  };
}

function running(count: number, change: Partial<RunningJob> = {}): RunningJob[] {
  return Array.from({ length: count }, () => ({ instanceId: 'b', measuring: false, reserved: peaks(0), ...change }));
}

test('admission has four lanes', () => {
  expect(policy.decide(request(), { running: running(3), machine })).toMatchObject({ kind: 'admit' });
  expect(policy.decide(request(), { running: running(4), machine })).toEqual({ kind: 'wait', reason: 'lanes' });
});

test('admission gives a job that was never measured a run of its own', () => {
  const first = request({ measured: undefined });
  expect(policy.decide(first, { running: [], machine })).toMatchObject({ kind: 'admit', measuring: true });
  expect(policy.decide(first, { running: running(1), machine })).toEqual({ kind: 'wait', reason: 'alone' });
  const others = running(1, { measuring: true });
  expect(policy.decide(request(), { running: others, machine })).toEqual({ kind: 'wait', reason: 'measuring' });
});

test('admission keeps to the limit of the instance', () => {
  const busy = request({ inFlight: 1 });
  expect(policy.decide(busy, { running: [], machine })).toEqual({ kind: 'wait', reason: 'instance' });
  expect(policy.decide({ ...busy, open: true }, { running: [], machine })).toEqual({
    kind: 'wait',
    reason: 'instance',
  });
});

test('admission lets memory decide: what is free now, with what the worker holds already', () => {
  const large = request({ measured: peaks(9) });
  expect(policy.decide(large, { running: [], machine })).toEqual({
    kind: 'wait',
    reason: 'system_ram_mb',
    shortfall: { resource: 'system_ram_mb', needed: 9 * 1024, available: 8 * 1024 },
  });
  expect(policy.decide({ ...large, resident: peaks(2) }, { running: [], machine })).toMatchObject({ kind: 'admit' });
  const gpu = request({ measured: peaks(1, 5) });
  const reserved = running(1, { reserved: peaks(1, 5) });
  expect(policy.decide(gpu, { running: [], machine })).toMatchObject({ kind: 'admit', reserved: peaks(1, 5) });
  expect(policy.decide(gpu, { running: reserved, machine })).toMatchObject({ kind: 'wait', reason: 'gpu_vram_mb' });
  const taken = { ...machine, gpuFreeBytes: 4 * GIB };
  expect(policy.decide(gpu, { running: [], machine: taken })).toMatchObject({ kind: 'wait', reason: 'gpu_vram_mb' });
});

test('admission fails a peak above the whole budget at once, even if all lanes are taken', () => {
  const never = { running: running(4), machine };
  expect(policy.decide(request({ measured: peaks(17) }), never)).toMatchObject({ kind: 'never' });
  expect(policy.decide(request({ measured: peaks(1, 9.5) }), never)).toMatchObject({
    kind: 'never',
    shortfall: { resource: 'gpu_vram_mb', available: 9 * 1024 },
  });
});

test('open admission asks neither for measures nor for memory', () => {
  const open = request({ open: true, measured: undefined });
  const state = { running: running(1), machine: { ...machine, ramAvailableBytes: 0 } };
  expect(policy.decide(open, state)).toMatchObject({ kind: 'admit', measuring: false });
});

test('admission sets memory aside that running jobs were promised and do not hold yet', () => {
  const tight = { ramTotalBytes: 4 * GIB, ramAvailableBytes: 2.15 * GIB };
  const job = request({ measured: peaks(1.28) });
  const other = running(1, { reserved: peaks(1.28) });
  expect(policy.decide(job, { running: [], machine: tight })).toMatchObject({ kind: 'admit' });
  expect(policy.decide(job, { running: other, machine: tight })).toMatchObject({ reason: 'system_ram_mb' });
  // What the other one holds by now is missing from the available memory already.
  const residentOf = () => peaks(1.2);
  expect(policy.decide(job, { running: other, machine: tight, residentOf })).toMatchObject({ kind: 'admit' });
});

test('admission counts calls of one worker once, and each worker of a pool', () => {
  const tight = { ramTotalBytes: 4 * GIB, ramAvailableBytes: 2.15 * GIB };
  const own = running(2, { instanceId: 'a', reserved: peaks(1.28) });
  const job = request({ measured: peaks(1.28), maxConcurrent: 4, inFlight: 2 });
  expect(policy.decide(job, { running: own, machine: tight })).toMatchObject({ kind: 'admit' });
  const pooled = { ...job, workers: 2 };
  expect(policy.decide(pooled, { running: own, machine: tight })).toMatchObject({ reason: 'system_ram_mb' });
});
