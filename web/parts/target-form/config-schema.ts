import './without-jit.ts';

export { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
