import { randomUUID } from 'node:crypto';
import { hasRightsOf, ownerOf, type ToolRecord, type ToolUser } from '@helve/core';
import type { SeenTools, Voice, Voices, VoiceStart } from '@helve/gateway';
import type { ChatDoor } from '../chat/conversation-options.js';
import type { Project } from '../open-project.js';
import { projectErrors } from '../project-errors.js';
import { mayContinue } from './may-continue.js';

const defaultMaxSessions = 8;
const idPrefix = 'voice_';

interface Held {
  readonly user: ToolUser;
  readonly voice: Voice;
}

/** Conversations by voice for users of a server; undefined where the config wants none. */
export function createVoices(
  project: Project,
  door: Pick<ChatDoor, 'io' | 'notify' | 'hooks'>,
  sees: SeenTools,
): Voices | undefined {
  const { voice: settings } = project.config;
  if (settings === false) return undefined;
  const all = new Map<string, Held>();
  /** Finds out whose rights and which model a conversation goes on with; ends it where an earlier connection holds it. */
  const takeOver = async (
    id: string,
    user: ToolUser,
  ): Promise<{ readonly user: ToolUser; readonly model?: string }> => {
    const held = all.get(id);
    if (held !== undefined && ownerOf(held.user) === ownerOf(user) && hasRightsOf(user, held.user)) {
      all.delete(id);
      await held.voice.close();
    }
    const { sessions } = await project.store.open();
    const stored = id.startsWith(idPrefix) && !all.has(id) ? await sessions.load(id, Date.now()) : undefined;
    if (stored === undefined || !(await mayContinue(project, stored.record, user, sees)))
      throw projectErrors.create('PROJECT_CONVERSATION_UNKNOWN', { conversation: id });
    const { rights, model } = stored.record;
    return { user: { ...user, ...rights }, ...(model === undefined ? {} : { model }) };
  };
  return Object.freeze({
    maxSessions: settings.maxSessions ?? defaultMaxSessions,
    open: async (user: ToolUser, { session, ...start }: VoiceStart): Promise<Voice> => {
      const earlier = session === undefined ? undefined : await takeOver(session, user);
      const held = earlier?.user ?? user;
      const id = session ?? `${idPrefix}${randomUUID()}`;
      // Models and programs for speech are loaded on first use.
      const { openVoice } = await import('../voice/open-voice.js');
      const callerDoor: ChatDoor = {
        ...door,
        door: 'chat',
        id,
        user: held,
        sees: (tools: readonly ToolRecord[]) => sees(tools, held, 'chat'),
      };
      const model = start.model ?? earlier?.model;
      const voice = await openVoice(project, callerDoor, { ...start, ...(model === undefined ? {} : { model }) });
      all.set(id, { user: held, voice });
      return {
        ...voice,
        close: async () => {
          if (all.get(id)?.voice === voice) all.delete(id);
          await voice.close();
        },
      };
    },
  });
}
