import type { ErrorType } from '../contract/error-type.js';
import { ToolError, type ToolErrorOptions } from './tool-error.js';

/** One foreseen failure of one room. */
export interface ErrorRow {
  readonly code: string;
  readonly room: string;
  readonly type: ErrorType;
  /** Absent means the default of the type. */
  readonly retryable?: boolean;
  /** The message; `{name}` stands for a fact. */
  readonly message: string;
  /** Advice to whoever meets the error. */
  readonly docs: string;
}

type RowSource = Omit<ErrorRow, 'code' | 'room'>;
type Facts<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string | number } & Facts<Rest>
  : unknown;

type ErrorClass<E extends ToolError> = new (type: ErrorType, message: string, options?: ToolErrorOptions) => E;

/** The errors of one room: its rows, and the only way to make one of them. */
export interface ErrorTable<Rows extends Record<string, RowSource>, E extends ToolError = ToolError> {
  readonly rows: readonly ErrorRow[];
  create<Code extends keyof Rows & string>(
    code: Code,
    facts: Facts<Rows[Code]['message']>,
    options?: Omit<ToolErrorOptions, 'code'>,
  ): E;
}

/** Declares the errors of one room, made as `ToolError` or as a class of its own. */
export function defineErrors<const Rows extends Record<string, RowSource>>(
  room: string,
  source: Rows,
): ErrorTable<Rows>;
export function defineErrors<const Rows extends Record<string, RowSource>, E extends ToolError>(
  room: string,
  source: Rows,
  errorClass: ErrorClass<E>,
): ErrorTable<Rows, E>;
export function defineErrors<Rows extends Record<string, RowSource>>(
  room: string,
  source: Rows,
  errorClass: ErrorClass<ToolError> = ToolError,
): ErrorTable<Rows> {
  const rows = Object.freeze(Object.entries(source).map(([code, row]) => Object.freeze({ code, room, ...row })));
  return Object.freeze({
    rows,
    create: (code: string, facts: unknown, options: Omit<ToolErrorOptions, 'code'> = {}) => {
      const row = source[code];
      if (row === undefined) throw new TypeError(`Cannot create an error: "${code}" is not in the table of ${room}`);
      return new errorClass(row.type, fill(row.message, facts as Record<string, unknown>), {
        retryable: row.retryable,
        ...options,
        code,
        details: { suggestion: row.docs, ...options.details },
      });
    },
  });
}

function fill(message: string, facts: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]));
}
