import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { bulkOf } from './calls-of.ts';

/** Compiles every expression of a run's bulk jobs. Throws MappingSyntax with the field's name. */
export function checkJob(config: EvaluationConfig): void {
  const job = bulkOf(config)?.job;
  if (!job) return;
  const check = (field: string, expression: string | undefined) => {
    if (expression !== undefined) compileMapping(expression, `bulkConfig.job.${field}`);
  };
  for (const { body, save = {} } of job.submit) {
    check('submit.body', body);
    for (const [name, expression] of Object.entries(save)) check(`submit.save.${name}`, expression);
  }
  for (const name of ['done', 'failed', 'expired', 'finished'] as const) check(`status.${name}`, job.status[name]);
  check('lookup.ids', job.lookup?.ids);
  check('cancel.body', job.cancel?.body);
}
