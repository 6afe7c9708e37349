import { ownerOf } from '@helve/core';
import { shareOfOwner } from '@helve/govern';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { OwnerLimit } from '../auth/owner-limit.js';
import type { Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { VoiceLine } from './voice-line.js';

const RETRY_AFTER_MS = 5_000;

/** The route of conversations by voice; none where the host offers none. */
export function voiceRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { voices } = settings;
  if (voices === undefined) return [];
  const { maxSessions } = voices;
  const lines = new OwnerLimit(maxSessions, shareOfOwner(maxSessions), (running) =>
    gatewayErrors.create('GATEWAY_VOICE_BUSY', { running }, { retryAfterMs: RETRY_AFTER_MS }),
  );
  return [
    {
      method: 'GET',
      path: '/v1/voice',
      access: 'chat',
      answer({ request, user }) {
        if (request.isUpgrade !== true) throw gatewayErrors.create('GATEWAY_UPGRADE_NEEDED', {});
        const owner = ownerOf(user);
        lines.add(owner);
        request.signal.addEventListener('abort', () => lines.remove(owner), { once: true });
        return {
          status: 101,
          headers: {},
          body: null,
          accept: (socket) => void new VoiceLine(socket, { context: { request, user }, voices, settings, calls }),
        };
      },
    },
  ];
}
