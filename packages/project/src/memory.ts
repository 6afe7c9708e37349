export { importFile, withThreads } from './memory/import-file.js';
export { knownMemories } from './memory/memory-location.js';
export { openMemories, type ProjectMemories } from './memory/open-memories.js';
export { withMemory, withNewMemory } from './memory/open-memory.js';
export { readLessons, type Lesson, type LessonCounts } from './memory/read-lessons.js';
export { readPairs } from './memory/read-pairs.js';
