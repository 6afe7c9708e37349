import type { Issue } from './wire.js';

/** A refusal of the gateway, in its own words. */
export class GatewayError extends Error {
  override readonly name = 'DoorError';
  readonly status: number;
  readonly suggestion: string | undefined;
  readonly issues: readonly Issue[];

  constructor(status: number, body: unknown) {
    super(textIn(body, 'detail') ?? textIn(body, 'title') ?? `The gateway responded with status ${status}`);
    this.status = status;
    this.suggestion = textIn(body, 'suggestion');
    this.issues = issuesIn(body);
  }
}

/** True for a refusal that will not change by trying again. */
export function isFinal(failure: unknown): boolean {
  return failure instanceof GatewayError && [401, 403, 404].includes(failure.status);
}

/** Describes a failure for people: an error of the gateway, or that it does not answer. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof GatewayError) {
    return failure.suggestion === undefined ? failure.message : `${failure.message}. ${failure.suggestion}`;
  }
  return 'The gateway does not respond. Is it still running?';
}

function textIn(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** Reads the issues of an error: some errors list them, others name the fields and explain in their text. */
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
