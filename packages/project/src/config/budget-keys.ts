import type { JsonSchemaObject } from '@helve/core';
import { checkMembers, integerShape, membersSchema, numberShape, type Check, type Members } from './shape.js';

const allowance: Members = {
  tokens: integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER),
  cost: numberShape('a number above 0', Number.MIN_VALUE, Number.MAX_VALUE),
};
const wanted = '{ tokens?, cost? } with numbers above 0';
const holds = (value: unknown) => checkMembers(value, '', allowance).length === 0;
const row = { wanted, holds, schema: membersSchema(allowance) };
const members: Members = { turn: row, session: row };

export const budgetSchema: JsonSchemaObject = membersSchema(members);

export const checkBudget: Check = (value, where) => checkMembers(value, where, members);
