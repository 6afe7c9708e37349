import { isPlainObject, type Json, type JsonObject, type ToolDefinition } from '@helve/core';
import type { ToolChoice } from '../contract/transport.js';
import { pickTools } from '../pick/pick-tools.js';
import { fillArguments, type DeclaredTool, type FilledArguments } from './argument/fill-arguments.js';
import { phraseResult } from './phrase-result.js';

/** One item of the conversation, as the demo model keeps it. */
export type DemoItem =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly text: string; readonly calls: readonly DemoCall[]; readonly wants?: string }
  | { readonly role: 'tool'; readonly name: string; readonly result: Json };

export interface DemoCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** The input of one step of the demo model. */
export interface DemoQuestion {
  /** Definitions in the form of MCP, which keeps every keyword of a schema. */
  readonly tools: readonly JsonObject[];
  readonly toolChoice: ToolChoice;
  readonly items: readonly DemoItem[];
  readonly now: Date;
}

/** The output of one step; `wants` is the request that it needs more details about. */
export interface DemoAnswer {
  readonly text: string;
  readonly calls: readonly DemoCall[];
  readonly wants?: string;
}

/** Minimum score: a tool below it fits by accident. */
const MIN_SCORE = 0.2;

/** Maximum number of characters read from a message. */
const MAX_REQUEST = 8_000;

/** Names of parameters of search tools: a question goes to such a tool, unless another one scores higher. */
const searchWords = /^(?:query|question|search|terms?|keywords?)$/i;
const SEARCH_SCORE = 0.5;

const questions = /\?\s*$|^(?:who|whose|what|when|where|which|why|how|is|are|do|does|may|can i|could i|should i)\b/i;
const greetings = /^(?:hello|hi|hey|good (?:morning|day|evening)|thanks?|thank you)\b[\s,.!]*(?:there|you)?[\s.!]*$/i;

/**
 * Answers like a model without being one: it puts results into words, and turns a request into calls of the tools that
 * fit, with arguments read from the sentence. It knows no tool; it only reads what was declared.
 */
export async function answerAsDemo(question: DemoQuestion): Promise<DemoAnswer> {
  const { items } = question;
  const results = items.slice(items.findLastIndex(({ role }) => role !== 'tool') + 1);
  if (results.length > 0) return say(results.map((item) => phraseItem(item)).join('\n\n'));
  const last = items.at(-1);
  if (last?.role !== 'user' || last.text.trim() === '') return say('I am here.');
  const { request, reply } = readMessage(last.text.replaceAll(/[^\S\n]{2,}/g, ' ').slice(0, MAX_REQUEST));
  if (request === '') return say(reply);
  return answerRequest([findRequest(items.at(-2)), request].filter(Boolean).join(' '), question);
}

/**
 * Splits a message into the request of the person and the notes of the application: a late result, or notes in
 * brackets.
 */
function readMessage(text: string): { readonly request: string; readonly reply: string } {
  const result = jsonIn(text)?.args;
  if (typeof result?.['ok'] === 'boolean' && ('data' in result || 'error' in result)) {
    return { request: '', reply: phraseResult(result) };
  }
  const notes = [...text.matchAll(/^\[(?:Note: )?(.+)\]$/gm)].map(([, note = '']) => note);
  return { request: text.replaceAll(/^\[.+\]$/gm, '').trim(), reply: notes.join('\n') };
}

async function answerRequest(request: string, question: DemoQuestion): Promise<DemoAnswer> {
  const { toolChoice, tools } = question;
  if (toolChoice === 'none' || tools.length === 0) return say('I have no tools to work with right now.');
  if (greetings.test(request)) return say(offer(tools, 'Hello.'));
  const plans = await Promise.all(splitClauses(request).map((clause) => planCall(clause, question)));
  const calls = plans.flatMap((plan) => (plan?.missing.length === 0 ? [plan.call] : []));
  if (calls.length > 0) return { text: '', calls };
  const [open] = plans.flatMap((plan) => plan ?? []);
  if (open === undefined) return say(offer(tools, 'I found no tool for that.'));
  const missing = open.missing.map((name) => `"${name}"`).join(', ');
  return { ...say(`I can do that, but I still need ${missing}. What should I take?`), wants: request };
}

interface CallPlan {
  readonly call: DemoCall;
  readonly missing: readonly string[];
}

/** Plans a call of the first tool that fits and has all it needs; else of the best one, with what it lacks. */
async function planCall(clause: string, question: DemoQuestion): Promise<CallPlan | undefined> {
  const literal = jsonIn(clause);
  const candidates = await candidatesFor(literal === undefined ? clause : literal.around, question);
  const plans = candidates.map((tool): CallPlan => {
    const { args, missing } = literal === undefined ? fillArguments(tool, clause, question.now) : asGiven(literal.args);
    return { call: { name: tool.name, args }, missing };
  });
  return plans.find(({ missing }) => missing.length === 0) ?? plans[0];
}

function asGiven(args: JsonObject): FilledArguments {
  return { args, missing: [] };
}

async function candidatesFor(clause: string, question: DemoQuestion): Promise<readonly DeclaredTool[]> {
  const { tools, toolChoice } = question;
  const declared = tools.map(toDeclared);
  const isWanted = ({ name }: DeclaredTool) =>
    typeof toolChoice === 'object' ? name === toolChoice.name : isNamed(name, clause);
  const named = declared.filter(isWanted);
  if (named.length > 0) return named;
  const minScore = toolChoice === 'required' ? 0 : MIN_SCORE;
  const picked = await pickTools(clause, toDefinitions(tools), { minScore, maxCandidates: 2 });
  const scored = picked.map(({ tool, score }) => ({ name: tool.name, score }));
  if (questions.test(clause)) scored.push(...findSearches(tools).map((name) => ({ name, score: SEARCH_SCORE })));
  const names = scored.toSorted((a, b) => b.score - a.score).map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => declared.filter((tool) => tool.name === name));
}

function findSearches(tools: readonly JsonObject[]): readonly string[] {
  return tools.filter((tool) => isSearch(toDeclared(tool), tool)).map((tool) => toDeclared(tool).name);
}

function isNamed(name: string, clause: string): boolean {
  return name.length > 2 && /[_.-]/.test(name) && clause.toLowerCase().includes(name.toLowerCase());
}

function isSearch({ inputSchema }: DeclaredTool, form: JsonObject | undefined): boolean {
  const annotations = form?.['annotations'];
  const required = inputSchema['required'];
  if (!isPlainObject(annotations) || annotations['readOnlyHint'] !== true) return false;
  return Array.isArray(required) && required.length === 1 && searchWords.test(String(required[0]));
}

// The tools of a session are declared once as one list, so the list to pick from and its index are cached too.
const definitions = new WeakMap<readonly JsonObject[], readonly ToolDefinition[]>();

function toDefinitions(tools: readonly JsonObject[]): readonly ToolDefinition[] {
  const known = definitions.get(tools) ?? tools.map((tool) => toDefinition(toDeclared(tool)));
  definitions.set(tools, known);
  return known;
}

function toDefinition({ name, title, description, inputSchema }: DeclaredTool): ToolDefinition {
  return { type: 'function', name, description: `${title}. ${description}`, parameters: inputSchema };
}

function toDeclared({ name, title, description, inputSchema }: JsonObject): DeclaredTool {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const schema = isPlainObject(inputSchema) ? inputSchema : { type: 'object' };
  return { name: text(name), title: text(title), description: text(description), inputSchema: schema };
}

/** Splits a request that holds several, one after the other. */
function splitClauses(request: string): readonly string[] {
  const clauses = request.split(/;\s+|,?\s+and then\s+|,\s*then\s+/i).map((clause) => clause.trim());
  return clauses.filter((clause) => clause !== '');
}

/** Finds arguments written out as JSON, and the words around them. */
function jsonIn(clause: string): { readonly args: JsonObject; readonly around: string } | undefined {
  const from = clause.indexOf('{');
  const to = clause.lastIndexOf('}') + 1;
  if (from < 0 || to <= from) return undefined;
  try {
    const args: unknown = JSON.parse(clause.slice(from, to));
    return isPlainObject(args)
      ? { args: args as JsonObject, around: clause.slice(0, from) + clause.slice(to) }
      : undefined;
  } catch {
    // A brace does not have to begin JSON: the sentence is then read as words.
    return undefined;
  }
}

function offer(tools: readonly JsonObject[], opening: string): string {
  const lines = tools.map(toDeclared).map(({ name, description }) => `- ${name}: ${firstSentence(description)}`);
  return `${opening} I can use:\n${lines.join('\n')}`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function findRequest(item: DemoItem | undefined): string | undefined {
  return item?.role === 'model' ? item.wants : undefined;
}

function phraseItem(item: DemoItem): string {
  return item.role === 'tool' ? phraseResult(item.result) : item.text;
}

function say(text: string): DemoAnswer {
  return { text, calls: [] };
}
