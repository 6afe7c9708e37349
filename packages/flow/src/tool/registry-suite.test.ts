import { describeRegistry } from '../testing/describe-registry.js';
import { standInRegistry } from '../testing/stand-in-tools.js';

describeRegistry(standInRegistry());
