import type { ToolLike } from '@helve/core';

import { ConvertTemperature } from './convert-temperature.js';
import { daysBetween } from './days-between.js';
import { makeTable } from './make-table.js';
import { slugify } from './slugify.js';
import { wordCount } from './word-count.js';

export { ConvertTemperature, daysBetween, makeTable, slugify, wordCount };

/** Every tool of this example. */
export const tools: readonly ToolLike[] = [wordCount, slugify, daysBetween, ConvertTemperature, makeTable];
