import { describeGates } from '../testing/describe-gates.js';
import { standInRegistry } from '../testing/stand-in-tools.js';

describeGates(standInRegistry());
