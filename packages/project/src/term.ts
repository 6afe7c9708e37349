export { openTerms, type ProjectTerms } from './term/open-terms.js';
export { countTerms } from './term/term-counts.js';
export { pieces, projectTerms, defaultTermbase, writeChunks } from './term/term-store.js';
