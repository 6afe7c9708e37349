import { apertium } from './apertium/engine.js';
import type { MtEngine } from './contract.js';
import { deepl } from './deepl/engine.js';
import { google } from './google/engine.js';
import { microsoft } from './microsoft/engine.js';
import { modernmt } from './modernmt/engine.js';
import { mymemory } from './mymemory/engine.js';

/** Every engine with an HTTP API; the next one is a folder and a line here. */
export const mtEngines: readonly MtEngine[] = Object.freeze([deepl, google, microsoft, modernmt, mymemory, apertium]);
