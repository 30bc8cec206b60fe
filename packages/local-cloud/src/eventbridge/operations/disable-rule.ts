import { setRuleState } from '../rule-state.ts';

export const disableRule = setRuleState('DisableRule', 'DISABLED');
