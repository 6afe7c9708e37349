export { findJob } from './job/find-job.js';
export { openJobEngine } from './job/open-job-engine.js';
export { storedRun, type StoredRun } from './job/run-job.js';
