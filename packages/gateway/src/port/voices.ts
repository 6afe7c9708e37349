import type { AgentSession } from '@helve/agent';
import type { ToolUser } from '@helve/core';

/** The wishes with which a client begins to talk. */
export interface VoiceStart {
  /** Name of a model of the host. */
  readonly model?: string;
  /** Id of an earlier conversation, which goes on. */
  readonly session?: string;
  /** True when the client says when the person speaks. */
  readonly pushToTalk?: boolean;
}

/** A conversation by voice. */
export interface Voice {
  readonly id: string;
  /** Model that answers, such as `demo`. */
  readonly model: string;
  readonly session: Pick<
    AgentSession,
    'attach' | 'send' | 'interrupt' | 'reportPlayback' | 'resume' | 'answerQuestion'
  >;
  close(): Promise<void>;
}

/** Conversations by voice with a model that uses the tools. */
export interface Voices {
  /** Maximum number of conversations at once. */
  readonly maxSessions: number;
  /** Refused with a `ToolError` if there is no such model or no such conversation of this user. */
  open(user: ToolUser, start: VoiceStart): Promise<Voice>;
}
