import { randomUUID } from 'node:crypto';
import type { SessionRecord, TurnEvent } from '@helve/agent';
import { hasRightsOf, ownerOf, type ToolRecord, type ToolUser } from '@helve/core';
import type { ChatRow, Chats, SeenTools } from '@helve/gateway';
import type { ChatDoor } from '../chat/conversation-options.js';
import type { Chat } from '../chat/open-chat.js';
import type { Project } from '../open-project.js';
import { projectErrors } from '../project-errors.js';
import { mayContinue } from './may-continue.js';

const maxOfOwner = 20;
const maxOfAll = 200;
/** Idle time after which a conversation ends. */
const idleMs = 30 * 60_000;
const idPrefix = 'chat_';

interface Held {
  /** User with the rights under which it was started: its model uses tools with these. */
  readonly user: ToolUser;
  readonly row: Omit<ChatRow, 'busy'>;
  readonly chat: Chat;
  turns: number;
  usedAtMs: number;
}

/** A new conversation, or one that was stored. */
type Opening = Partial<Pick<SessionRecord, 'model' | 'createdAtMs'>>;

/** The conversations of `helve chat`, for users over HTTP: each with the tools that its user may see. */
export function createChats(project: Project, door: Pick<ChatDoor, 'io' | 'notify' | 'hooks'>, sees: SeenTools): Chats {
  const all = new Map<string, Held>();
  const find = (id: string, user: ToolUser) => {
    const held = all.get(id);
    return held !== undefined && isOpenTo(held, user) ? held : undefined;
  };
  const turn = (held: Held | undefined, begin: (chat: Chat) => AsyncIterable<TurnEvent>, signal: AbortSignal) =>
    held && during(held, begin, signal);
  const open = async (id: string, user: ToolUser, { model, createdAtMs }: Opening): Promise<Held> => {
    await endIdle(all);
    assertRoom(all, user);
    // Models and their sessions are loaded on first use.
    const { openChat } = await import('../chat/open-chat.js');
    const callerDoor = {
      ...door,
      door: 'chat',
      id,
      user,
      sees: (tools: readonly ToolRecord[]) => sees(tools, user, 'chat'),
    };
    const chat = await openChat(project, callerDoor, model);
    const row = { id, userId: user.id, createdAt: toTime(createdAtMs ?? chat.session.createdAtMs), model: chat.model };
    const held = { user, row, chat, turns: 0, usedAtMs: Date.now() };
    all.set(id, held);
    return held;
  };
  const opening = new Map<string, Promise<Held>>();
  const isStoredFor = async (record: SessionRecord, user: ToolUser): Promise<boolean> =>
    record.id.startsWith(idPrefix) && (await mayContinue(project, record, user, sees));
  /** Finds a conversation of this process, or one that an earlier process has stored. */
  const findStored = async (id: string, user: ToolUser): Promise<Held | undefined> => {
    if (all.has(id) || !id.startsWith(idPrefix)) return find(id, user);
    const { sessions } = await project.store.open();
    const stored = await sessions.load(id, Date.now());
    if (stored === undefined || !(await isStoredFor(stored.record, user))) return undefined;
    const known = opening.get(id);
    const { rights } = stored.record;
    const opened = known ?? open(id, { ...user, ...rights }, stored.record).finally(() => void opening.delete(id));
    opening.set(id, opened);
    await opened;
    return find(id, user);
  };
  return Object.freeze({
    create: async (user, { model }) => {
      const { row } = await open(`${idPrefix}${randomUUID()}`, user, model === undefined ? {} : { model });
      return { ...row, busy: false };
    },
    list: async (user) => {
      const { sessions } = await project.store.open();
      const stored = (await sessions.list(ownerOf(user), Date.now())).filter(({ id }) => !all.has(id));
      const own = await Promise.all(stored.map((record) => isStoredFor(record, user)));
      const rows = stored.filter((_, index) => own[index]).map((record) => toStoredRow(record, user, project));
      return [...[...all.values()].filter((held) => isOpenTo(held, user)).map(toRow), ...rows];
    },
    get: async (id, user) => {
      const held = await findStored(id, user);
      return held && toRow(held);
    },
    say: async (id, user, message, signal) =>
      turn(await findStored(id, user), ({ session }) => session.run(message), signal),
    waitingCalls: async (id, user) => {
      const session = (await findStored(id, user))?.chat.session;
      await session?.open();
      return session?.waitingCalls;
    },
    answerCalls: async (id, user, answers, signal) =>
      turn(await findStored(id, user), ({ session }) => session.answerCalls(answers), signal),
    answerQuestion: async (id, user, questionId, answer) => {
      const held = await findStored(id, user);
      await held?.chat.session.answerQuestion(questionId, answer);
      return held !== undefined;
    },
    answer: async (id, user, approvalId, response, signal) =>
      turn(await findStored(id, user), ({ session }) => session.resume(approvalId, response), signal),
    end: async (id, user) => {
      const held = await findStored(id, user);
      if (held === undefined) return false;
      all.delete(id);
      await held.chat.close();
      await (await project.store.open()).sessions.delete(id);
      return true;
    },
    close: async () => {
      await Promise.all([...all.values()].map(({ chat }) => chat.close()));
      all.clear();
    },
  } satisfies Chats);
}

async function* during(
  held: Held,
  begin: (chat: Chat) => AsyncIterable<TurnEvent>,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const interrupt = () => void held.chat.session.interrupt('the client left');
  held.turns += 1;
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    yield* begin(held.chat);
  } finally {
    signal.removeEventListener('abort', interrupt);
    held.turns -= 1;
    held.usedAtMs = Date.now();
  }
}

function belongsTo(held: Held, user: ToolUser): boolean {
  return ownerOf(held.user) === ownerOf(user);
}

/** Somebody may have several keys: with one that may do less, they do not talk to a model that may do more. */
function isOpenTo(held: Held, user: ToolUser): boolean {
  return belongsTo(held, user) && hasRightsOf(user, held.user);
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

function toStoredRow({ id, createdAtMs, model }: SessionRecord, user: ToolUser, { config }: Project): ChatRow {
  const name = model === undefined ? 'demo' : (config.models[model]?.model ?? model);
  return { id, userId: user.id, createdAt: toTime(createdAtMs), busy: false, model: name };
}

function toRow({ row, turns }: Held): ChatRow {
  return { ...row, busy: turns > 0 };
}

async function endIdle(all: Map<string, Held>): Promise<void> {
  for (const [id, { chat, turns, usedAtMs }] of all) {
    if (turns > 0 || Date.now() - usedAtMs < idleMs) continue;
    all.delete(id);
    await chat.close();
  }
}

function assertRoom(all: ReadonlyMap<string, Held>, user: ToolUser): void {
  const own = [...all.values()].filter((held) => belongsTo(held, user)).length;
  if (own < maxOfOwner && all.size < maxOfAll) return;
  throw projectErrors.create('PROJECT_CHATS_FULL', { ofUser: maxOfOwner, ofAll: maxOfAll });
}
