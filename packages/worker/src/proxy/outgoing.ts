import type { EnvelopeSource } from '../call/call-envelope.js';
import { encodeValue, type WireMode } from '../wire/encode-value.js';
import {
  hostFrame,
  PROTOCOL,
  type BootParams,
  type CallFrame,
  type CallParams,
  type Credit,
  type Frame,
  type HostFrame,
} from '../wire/frame.js';
import type { WireLimits } from '../wire/limits.js';
import { FrameTooLargeError } from '../wire/to-line.js';
import type { RemoteCall } from './remote-call.js';
import type { RemoteOptions, RemoteRequest } from './remote-request.js';
import type { WorkerSpec } from './worker-spec.js';

/** Creates the first frame of a host, the only one that reveals secrets. */
export function bootFrame(spec: WorkerSpec, session: string, limits: WireLimits): HostFrame {
  const { instanceId, capability, adapters = [], logLevel = 'info', secrets = {} } = spec;
  const revealed = Object.entries(secrets).map(([name, secret]) => [name, secret.reveal()] as const);
  const params: BootParams = {
    protocol: PROTOCOL,
    session,
    instanceId,
    ...(capability && { capability }),
    adapters,
    limits,
    logLevel,
    ...(revealed.length > 0 && { secrets: Object.fromEntries(revealed) }),
  };
  return hostFrame('boot', params);
}

/** Returns a frame without secrets, for observers. */
export function withoutSecrets(frame: HostFrame): Frame {
  if (frame.method !== 'boot' || frame.params.secrets === undefined) return frame;
  const { secrets: _, ...params } = frame.params;
  return hostFrame('boot', params);
}

export function cancelFrame({ id, slot, epoch }: RemoteCall, reason: string): HostFrame {
  return hostFrame('cancel', { id, slot, epoch, reason });
}

/** Creates the frame of a call, with encoded arguments. */
export function callFrame(
  call: RemoteCall,
  request: RemoteRequest,
  options: RemoteOptions | undefined,
  credit: Credit | undefined,
  way: { readonly mode: WireMode; readonly maxFrameBytes: number },
): CallFrame {
  const { op, action, task, method } = request;
  const { id, slot, epoch } = call;
  const args = encode(request.args, way);
  const named = encode(request.named, way);
  const envelope = options?.envelope === undefined ? { callId: id, attempt: 1 } : toEnvelope(id, options.envelope);
  const deadlineMs = options?.deadlineMs;
  // One shape for all calls, and no copies: undefined fields are not sent.
  const params = { op, action, task, method, args, named, envelope, deadlineMs, slot, epoch, credit } as CallParams;
  return { jsonrpc: '2.0', id, method: 'call', params };
}

function encode(
  value: object | undefined,
  { mode, maxFrameBytes }: { mode: WireMode; maxFrameBytes: number },
): unknown {
  if (value === undefined) return undefined;
  const encoded = encodeValue(value, mode);
  if (encoded.bytes > maxFrameBytes) throw new FrameTooLargeError(encoded.bytes, maxFrameBytes);
  return encoded.value;
}

/** Returns the envelope without null and undefined fields. */
function toEnvelope(callId: string, source: EnvelopeSource): CallParams['envelope'] {
  const envelope: Record<string, unknown> & CallParams['envelope'] = { callId, attempt: source.attempt ?? 1 };
  for (const key in source) {
    const value = source[key as keyof EnvelopeSource];
    if (key !== 'callId' && key !== 'attempt' && value !== null && value !== undefined) envelope[key] = value;
  }
  return envelope;
}
