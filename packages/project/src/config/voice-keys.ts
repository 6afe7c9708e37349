import { type JsonSchemaObject } from '@helve/core';
import {
  called,
  checkMembers,
  choiceShape,
  integerShape,
  listShape,
  membersSchema,
  text,
  type Check,
  type Members,
} from './shape.js';

/** Conversations by voice of a server: the model, and what listens and speaks for a model that only reads and writes. */
export interface ProjectVoice {
  /** Name of a model of the config. Default: the first that is live, else the first. */
  readonly model?: string;
  readonly listen?: (typeof listeners)[number];
  readonly speak?: (typeof speakers)[number];
  /** Voice of the program that speaks. Default: `en-us`. */
  readonly voice?: string;
  /** The only sentences to understand, which are then understood well. Default: any. */
  readonly phrases?: readonly string[];
  /** Maximum number of conversations at once. Default: 8. */
  readonly maxSessions?: number;
}

const listeners = ['pocketsphinx', 'scripted'] as const;
const speakers = ['espeak-ng', 'scripted'] as const;

const members: Members = {
  model: called('the name of a model', text),
  listen: choiceShape(...listeners),
  speak: choiceShape(...speakers),
  voice: called('the name of a voice', { ...text, holds: (value) => /^[a-z][\w+-]{1,40}$/i.test(String(value)) }),
  phrases: listShape('a list of sentences', text),
  maxSessions: integerShape('a whole number from 1 to 1000', 1, 1_000),
};

const voiceMembers = membersSchema(members);

export const voiceSchema: JsonSchemaObject = { anyOf: [{ const: false }, voiceMembers] };

export const checkVoice: Check = (value, where) => (value === false ? [] : checkMembers(value, where, members));
