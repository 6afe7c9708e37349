export { describeExecutePort, type ExecutePromise, type ExecuteSubject } from './testing/execute-suite.js';
export { executeSuiteModule } from './testing/execute-suite-module.js';
export { createExecuteSuiteProviders, executeSuiteTools } from './testing/execute-suite-tools.js';
