import type { Issue } from './wire.js';

/** What the door refused, in its own words. */
export class GatewayError extends Error {
  override readonly name = 'DoorError';
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly issues: readonly Issue[];

  constructor(status: number, body: unknown) {
    super(textIn(body, 'detail') ?? textIn(body, 'title') ?? `The door answered with status ${status}`);
    this.status = status;
    this.suggestion = textIn(body, 'suggestion');
    this.issues = issuesIn(body);
  }
}

/** True for a no that stays one: whoever may not ask is not heard better the next time. */
export function isFinal(failure: unknown): boolean {
  return failure instanceof GatewayError && [401, 403, 404].includes(failure.status);
}

/** What went wrong, for people: an error of the door, or that nothing answers. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof GatewayError) {
    return failure.suggestion === undefined ? failure.message : `${failure.message}. ${failure.suggestion}`;
  }
  return 'The gateway does not answer. Is it still running?';
}

function textIn(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** Some errors list their issues, others name the fields and say the rest in their text. */
function issuesIn(body: unknown): readonly Issue[] {
  const { issues, fieldsInvalid } = (body ?? {}) as { readonly issues?: unknown; readonly fieldsInvalid?: unknown };
  if (Array.isArray(issues)) return issues.filter(isIssue);
  if (!Array.isArray(fieldsInvalid)) return [];
  const detail = textIn(body, 'detail') ?? '';
  return fieldsInvalid.map((pointer) => ({ pointer: String(pointer), message: messageAbout(String(pointer), detail) }));
}

function messageAbout(pointer: string, detail: string): string {
  const start = detail.indexOf(`${pointer} `);
  return start === -1 ? 'Not accepted' : (detail.slice(start + pointer.length + 1).split(';')[0] ?? '');
}

function isIssue(value: unknown): value is Issue {
  return textIn(value, 'pointer') !== undefined && textIn(value, 'message') !== undefined;
}
