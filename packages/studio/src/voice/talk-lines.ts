import type { JsonSchemaObject } from '../wire/wire.js';
import type { VoiceEvent } from './voice-socket.js';

/** A line of the conversation as it is shown. */
export interface TalkLine {
  readonly who: 'You' | 'Model' | 'Tool' | 'Note';
  readonly text: string;
  /** More of it is coming. */
  readonly isOpen?: boolean;
  readonly callId?: string;
  /** Approval that the conversation waits for. */
  readonly approval?: string;
  /** Question of a running tool, while it waits. */
  readonly question?: OpenQuestion;
}

export interface OpenQuestion {
  readonly id: string;
  readonly callId: string;
  readonly schema: JsonSchemaObject;
}

const longest = 500;

/** Adds what an event tells to the lines. */
export function addEvent(lines: readonly TalkLine[], event: VoiceEvent): readonly TalkLine[] {
  switch (event.type) {
    case 'transcript':
      return say(lines, event.role === 'user' ? 'You' : 'Model', event.text, event.final);
    case 'text':
      return say(lines, 'Model', event.text, false);
    case 'tool_call_started':
      return [...lines, { who: 'Tool', text: `${event.tool}(${shorten(event.input)}) …`, callId: event.callId }];
    case 'tool_result':
      return lines
        .map((line) => (line.callId === event.callId ? withResult(line, event.response) : line))
        .map((line) => (line.question?.callId === event.callId ? withoutQuestion(line) : line));
    case 'question': {
      const { questionId: id, callId, schema, message } = event;
      return [...lines, { who: 'Tool', text: message, question: { id, callId, schema } }];
    }
    case 'confirmation_required': {
      const { tool, approvalId } = event;
      const text = `${tool} waits for your approval`;
      return [...lines, { who: 'Note', text, ...(approvalId === undefined ? {} : { approval: approvalId }) }];
    }
    case 'interrupted':
    case 'turn_end':
      return lines.map((line) => ({ ...line, isOpen: false }));
    case 'error':
      return [...lines, { who: 'Note', text: event.error.message }];
    case 'problem':
      return [...lines, { who: 'Note', text: event.problem.detail ?? event.problem.title }];
    default:
      return lines;
  }
}

/** Joins pieces of one utterance; the whole text replaces its pieces. */
function say(lines: readonly TalkLine[], who: TalkLine['who'], text: string, isWhole: boolean): readonly TalkLine[] {
  const at = lines.findLastIndex((line) => line.who === who && line.isOpen === true);
  const before = at === -1 ? '' : (lines[at]?.text ?? '');
  const line: TalkLine = isWhole ? { who, text } : { who, text: join(before, text), isOpen: true };
  return at === -1 ? [...lines, line] : lines.with(at, line);
}

function join(before: string, text: string): string {
  return before === '' || /\s$/.test(before) || /^\s/.test(text) ? before + text : `${before} ${text}`;
}

function withoutQuestion({ who, text }: TalkLine): TalkLine {
  return { who, text };
}

function withResult(line: TalkLine, response: Extract<VoiceEvent, { type: 'tool_result' }>['response']): TalkLine {
  const result = response.ok ? shorten(response.data) : (response.error?.message ?? 'failed');
  return { who: 'Tool', text: `${line.text.replace(/ …$/, '')} → ${result}` };
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
