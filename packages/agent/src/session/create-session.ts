import { AgentSession } from './agent-session.js';
import { checkSessionOptions, type SessionOptions } from './session-options.js';

/** Creates a session. Its tools, their version and its mode stay fixed, whatever is rebuilt meanwhile. */
export function createSession(options: SessionOptions): AgentSession {
  return new AgentSession(checkSessionOptions(options));
}
