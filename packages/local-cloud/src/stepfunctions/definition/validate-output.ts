import type { QueryLanguageName } from './definition.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { checkExpressions, type Extra } from './validate-jsonata.ts';
import { checkTemplate } from './validate-jsonpath.ts';

const VARIABLE = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const LONGEST_VARIABLE = 80;

/** Assign of a state, a Choice rule or a catcher. */
export function checkAssign(
  fields: Json,
  language: QueryLanguageName,
  at: string,
  problems: Problems,
  extra?: Extra,
): void {
  const { Assign } = fields;
  if (Assign === undefined) return;
  const here = `${at}/Assign`;
  if (!isObject(Assign)) {
    problems.add(here, 'Assign must be an object');
    return;
  }
  for (const key of Object.keys(Assign)) {
    const name = language === 'JSONPath' ? key.replace(/\.\$$/, '') : key;
    if (name === 'states') problems.add(`${here}/${key}`, "The variable name 'states' is reserved");
    else if (!VARIABLE.test(name) || name.length > LONGEST_VARIABLE) {
      problems.add(
        `${here}/${key}`,
        `The variable name '${name}' is not valid: it must be an identifier of at most ${LONGEST_VARIABLE} characters`,
      );
    }
  }
  if (language === 'JSONata') checkExpressions(Assign, here, problems, extra);
  else checkTemplate(Assign, here, problems);
}

export function checkOutput(
  fields: Json,
  language: QueryLanguageName,
  at: string,
  problems: Problems,
  extra?: Extra,
): void {
  if (language === 'JSONata') checkExpressions(fields.Output, `${at}/Output`, problems, extra);
}
