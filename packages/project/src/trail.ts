export { closeIntent, repairTrail } from '@helve/govern';
