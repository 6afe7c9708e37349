import { describe } from 'vitest';
import { actionContract } from './contract/action-contract.js';
import { cancelContract } from './contract/cancel-contract.js';
import { ContractBench } from './contract/contract-bench.js';
import { errorContract } from './contract/error-contract.js';
import { lifecycleContract } from './contract/lifecycle-contract.js';
import { reportContract } from './contract/report-contract.js';
import { shapeContract } from './contract/shape-contract.js';
import type { ContractSubject } from './contract-subject.js';

/** Runs the contract of every environment that runs capabilities. */
export function runCapabilityContract(subject: ContractSubject): void {
  describe(`capability contract: ${subject.name}`, () => {
    const bench = new ContractBench(subject);
    shapeContract(bench);
    lifecycleContract(bench);
    cancelContract(bench);
    reportContract(bench);
    actionContract(bench);
    errorContract(bench);
  });
}
