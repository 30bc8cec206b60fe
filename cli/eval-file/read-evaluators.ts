import * as z from 'zod';
import { type Evaluator, evaluatorsSchema } from '../../contracts/evaluators.ts';
import { readCheckedYaml } from './read-checked-yaml.ts';

const fileSchema = z.looseObject({ evaluators: evaluatorsSchema });

/** Reads `evaluators` from an eval.yaml or any other YAML file. */
export const readEvaluators = (path: string): Evaluator[] => readCheckedYaml(path, fileSchema).data.evaluators;
