import { setRuleState } from '../rule-state.ts';

export const enableRule = setRuleState('EnableRule', 'ENABLED');
