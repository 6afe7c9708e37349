/** A typed name under which something is provided: `ctx.get(token)` gives a `T`. */
export interface ProviderToken<T> {
  readonly name: string;
  /** For the compiler only, which would else take a class for a token: never there. */
  readonly __provides: T | undefined;
}

/** A class stands for its instances. */
export type ProviderClass<T> = abstract new (...args: never[]) => T;

/** Whatever something can be provided under. */
export type Token<T = unknown> = ProviderToken<T> | ProviderClass<T> | string | symbol;

/** The type that a token provides; names and symbols say nothing about it. */
export type Provided<K> = K extends ProviderClass<infer T> ? T : K extends ProviderToken<infer T> ? T : unknown;

/** Things under their tokens, each of the kind that its token says; a map says nothing about kinds. */
export type ProviderPairs<K extends readonly Token[]> =
  | { readonly [I in keyof K]: readonly [K[I], Provided<K[I]>] }
  | ReadonlyMap<Token, unknown>;

/** The lifetime of something provided: one call, one session, or the process. */
export type ProviderScope = 'request' | 'session' | 'global';

/** Scopes that a running call may bind to. */
export type BindScope = Exclude<ProviderScope, 'global'>;
