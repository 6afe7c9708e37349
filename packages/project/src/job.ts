export { findJob } from './job/find-job.js';
export { fetchOutputs, type FetchedFile } from './job/fetch-outputs.js';
export { openJobEngine, type JobEngine } from './job/open-job-engine.js';
export { storedRun, type StoredRun } from './job/run-job.js';
