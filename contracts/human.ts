/** People's own score. No evaluator has this name. */
export const HUMAN = 'human';
