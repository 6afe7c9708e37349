import { createDemoTransport, createSession, type AgentSession } from '@helve/agent';
import type { Project } from '../open-project.js';
import { openTransport } from '../model/open-transport.js';
import { conversationOptions, type ChatDoor } from './conversation-options.js';

/** A conversation in writing. */
export interface Chat {
  readonly session: AgentSession;
  /** Name of the model that answers, for people. */
  readonly model: string;
  close(): Promise<void>;
}

/** The session that agents use, with the tools, rules and stores of a project; without a model, the offline demo answers. */
export async function openChat(project: Project, door: ChatDoor, model: string | undefined): Promise<Chat> {
  const opened = await openTransport(project.config.models, model, door.io);
  const session = createSession({
    ...(await conversationOptions(project, door, opened)),
    mode: 'text',
    transport: opened?.transport ?? createDemoTransport(),
  });
  const { notify } = door;
  if (opened !== undefined) notify(`Talking to ${opened.choice.model} of ${opened.choice.vendor}`);
  else notify('No model is configured: the offline demo model answers. It picks tools by the words you use.');
  return { session, model: opened?.choice.model ?? 'demo', close: () => session.close() };
}
