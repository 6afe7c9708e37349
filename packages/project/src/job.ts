export { findJob } from './job/find-job.js';
export { createJobLedger, type EngineLedger } from './job/create-job-ledger.js';
export { fetchOutputs, type FetchedFile } from './job/fetch-outputs.js';
export { openJobEngine, type JobEngine } from './job/open-job-engine.js';
export { isInner } from './job/flow-unit.js';
export { jobResult } from './job/job-result.js';
export { openJobs, type ProjectJobs } from './job/open-jobs.js';
export { storedRun, type StoredRun } from './job/run-job.js';
