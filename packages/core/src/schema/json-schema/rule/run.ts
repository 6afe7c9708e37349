import type { Issue } from '../../../contract/issue.js';
import type { Pattern } from '../../pattern/compile-pattern.js';
import type { Evaluated } from './evaluated.js';
import { toPointer } from '../../../json/pointer.js';
import { maxDepth, maxIssues, maxSteps } from '../limits.js';
import type { Check } from './rule.js';
import type { Resource } from '../read/schema-node.js';

/** Why a run ended early: the value is nested too deep, or some of it takes too long. */
export type RunLimit = 'depth' | 'time';

/** Thrown out of a run that would nest or work without end. */
export class RunLimitError extends Error {
  readonly limit: RunLimit;

  constructor(limit: RunLimit, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The facts of an issue beside pointer and keyword. */
export type IssueFacts = Pick<Issue, 'expected' | 'allowed' | 'suggestion'>;

/** The state of one check. */
export class Run {
  reporting = false;
  issues: Issue[] = [];
  readonly #path: (string | number)[] = [];
  #pathLength = 0;
  /** The schema resources entered so far, outermost first; kept only where a `$dynamicRef` asks. */
  readonly scope: Resource[] = [];
  /** An unknown name was met where unknown names are refused. */
  refused = false;
  /** Patterns will be matched once more, by the engine of the language: what would hold it up ends the run. */
  sparesBacktracking = false;
  /** Pointers to the dropped names. */
  stripped: string[] | undefined = undefined;
  #depth = 0;
  #steps = 0;

  restart(reporting: boolean): void {
    this.reporting = reporting;
    // Setting a length costs more than a whole small check, so it is done only where something was left.
    if (this.issues.length > 0) this.issues = [];
    this.#pathLength = 0;
    if (this.scope.length > 0) this.scope.length = 0;
    this.refused = false;
    this.stripped = undefined;
    this.#depth = 0;
    this.#steps = 0;
  }

  /** True when one failure decides: nobody asks for more issues. */
  get decided(): boolean {
    return !this.reporting || this.issues.length >= maxIssues;
  }

  /** The JSON pointer to the value being looked at. */
  get pointer(): string {
    return toPointer(this.#path.slice(0, this.#pathLength));
  }

  /** Goes to a member or an item. The list behind the path never shrinks: to grow it again is what would cost. */
  stepIn(key: string | number): void {
    this.#path[this.#pathLength] = key;
    this.#pathLength += 1;
  }

  stepOut(): void {
    this.#pathLength -= 1;
  }

  /** Notes an issue at the current place. Always false, so that a rule can return it. */
  fail(keyword: string, message: string, facts?: IssueFacts): false {
    if (this.issues.length < maxIssues) this.issues.push({ pointer: this.pointer, keyword, message, ...facts });
    return false;
  }

  /** Notes an issue at a member of the current value. */
  failAt(member: string | number, keyword: string, message: string, facts?: IssueFacts): false {
    this.stepIn(member);
    this.fail(keyword, message, facts);
    this.stepOut();
    return false;
  }

  /** Checks a member or an item of the current value. */
  checkMember(check: Check, member: unknown, key: string | number): boolean {
    if (!this.reporting) return check(member, this, undefined);
    this.stepIn(key);
    const ok = check(member, this, undefined);
    this.stepOut();
    return ok;
  }

  matches(pattern: Pattern, text: string): boolean {
    if (this.sparesBacktracking && !pattern.isCheapFor(text)) {
      throw new RunLimitError('time', `a text takes too long to match ${JSON.stringify(pattern.source)}`);
    }
    return pattern.test(text);
  }

  /** True when a schema accepts a value; reports nothing. */
  accepts(check: Check, value: unknown, evaluated?: Evaluated): boolean {
    const { reporting } = this;
    this.reporting = false;
    const ok = check(value, this, evaluated);
    this.reporting = reporting;
    return ok;
  }

  /** The issues a schema has with a value; undefined when it accepts. */
  issuesOf(check: Check, value: unknown, evaluated: Evaluated | undefined): Issue[] | undefined {
    const outer = this.issues;
    const own: Issue[] = [];
    this.issues = own;
    const ok = check(value, this, evaluated);
    this.issues = outer;
    return ok ? undefined : own;
  }

  /** Notes that a member of the current value was dropped. */
  noteStripped(name: string): void {
    this.stepIn(name);
    (this.stripped ??= []).push(this.pointer);
    this.stepOut();
  }

  /** Tries a change that may be thrown away, and tells how many names it dropped. */
  speculate<T>(attempt: () => T): { readonly result: T; readonly stripped: number } {
    const { reporting, refused, stripped } = this;
    this.reporting = false;
    this.stripped = undefined;
    const result = attempt();
    const count = this.#strippedCount();
    this.reporting = reporting;
    this.refused = refused;
    this.stripped = stripped;
    return { result, stripped: count };
  }

  #strippedCount(): number {
    return this.stripped?.length ?? 0;
  }

  /** Counts a reference, or a recursion, on the way in. */
  enter(): void {
    this.#depth += 1;
    this.#steps += 1;
    if (this.#depth > maxDepth) throw new RunLimitError('depth', `nested deeper than ${maxDepth} levels`);
    if (this.#steps > maxSteps) throw new RunLimitError('time', `more than ${maxSteps} steps of work`);
  }

  leave(): void {
    this.#depth -= 1;
  }
}
