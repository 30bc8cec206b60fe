import type { ScoredAnswer } from '../../contracts/score.ts';
import type { ScoringTask } from '../scoring/apart.ts';
import type { Evaluate } from '../scoring/compare.ts';
import { jsonSchema } from '../scoring/json-schema.ts';
import { regex } from '../scoring/regex.ts';
import type { InputsTask } from '../targets/check-inputs.ts';
import { compileItemSchema } from '../targets/item-schema.ts';
import { serve } from './serve.ts';

/** An invocation has few evaluators; compiling a schema takes far longer than applying it. */
const known = new Map<string, Evaluate>();
const MOST_KNOWN = 64;

function compiled(evaluator: ScoringTask['evaluator']): Evaluate {
  const key = JSON.stringify(evaluator);
  const evaluate = known.get(key) ?? (evaluator.type === 'regex' ? regex(evaluator) : jsonSchema(evaluator));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, evaluate);
  return evaluate;
}

async function run(task: ScoringTask | InputsTask): Promise<string> {
  if ('schema' in task) {
    const check = compileItemSchema(task.schema);
    return JSON.stringify(task.inputs.map(check));
  }
  const { evaluator, answer } = task;
  const evaluate = compiled(evaluator);
  return JSON.stringify(answer ? await evaluate(answer as ScoredAnswer) : {});
}

void serve('schemas', run);
