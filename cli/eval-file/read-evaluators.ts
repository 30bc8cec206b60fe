import * as z from 'zod';
import { type Evaluator, evaluatorsSchema } from '../../contracts/evaluators.ts';
import { readCheckedYaml } from './read-checked-yaml.ts';

const fileSchema = z.looseObject({ evaluators: evaluatorsSchema });

/** A file with `evaluators`: one of its own, or an eval.yaml. */
export const readEvaluators = (path: string): Evaluator[] => readCheckedYaml(path, fileSchema).data.evaluators;
