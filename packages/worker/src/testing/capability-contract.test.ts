import { runCapabilityContract } from './capability-contract.js';
import { directSubject } from './direct-subject.js';

runCapabilityContract(directSubject);
