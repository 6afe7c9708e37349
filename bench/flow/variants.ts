import type { Variants } from '../kit/run-variants.js';
import { engineVariants } from './engine-variants.js';
import { fileVariants } from './file-variants.js';
import { memoryVariants } from './memory-variants.js';
import { threadVariants } from './thread-variants.js';

/** Variants to measure, each in a process of its own. */
export const flowVariants: Variants = { ...engineVariants, ...fileVariants, ...memoryVariants, ...threadVariants };
