import type { ScoredAnswer } from '../../contracts/score.ts';
import type { ScoringTask } from '../scoring/apart.ts';
import { jsonSchema } from '../scoring/json-schema.ts';
import { regex } from '../scoring/regex.ts';
import type { InputsTask } from '../targets/check-inputs.ts';
import { compileItemSchema } from '../targets/item-schema.ts';
import { serve } from './serve.ts';

async function run(task: ScoringTask | InputsTask): Promise<string> {
  if ('schema' in task) {
    const check = compileItemSchema(task.schema);
    return JSON.stringify(task.inputs.map(check));
  }
  const { evaluator, answer } = task;
  const evaluate = evaluator.type === 'regex' ? regex(evaluator) : jsonSchema(evaluator);
  return JSON.stringify(answer ? await evaluate(answer as ScoredAnswer) : {});
}

void serve('schemas', run);
