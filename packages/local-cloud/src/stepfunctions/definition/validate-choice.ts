import { parseTimestamp } from '../engine/wait.ts';
import { CHOICE_OPERATORS } from '../query-language/choice-rule.ts';
import { expressionIn } from '../query-language/jsonata-expression.ts';
import type { QueryLanguageName } from './definition.ts';
import { allowFields, requireFields } from './fields.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { checkExpressions } from './validate-jsonata.ts';
import { checkPath } from './validate-jsonpath.ts';
import { checkAssign, checkOutput } from './validate-output.ts';

type CheckTarget = (target: unknown, at: string) => void;

export function checkChoice(
  state: Json,
  language: QueryLanguageName,
  checkTarget: CheckTarget,
  at: string,
  problems: Problems,
): void {
  const { Choices, Default } = state;
  if (Default !== undefined) checkTarget(Default, `${at}/Default`);
  if (Choices === undefined) return;
  if (!Array.isArray(Choices) || Choices.length === 0) {
    problems.add(`${at}/Choices`, Array.isArray(Choices) ? 'Value cannot be empty' : 'Choices must be an array');
    return;
  }
  for (const [index, rule] of Choices.entries()) {
    const here = `${at}/Choices[${index}]`;
    if (!isObject(rule)) {
      problems.add(here, 'A Choice rule must be an object');
      continue;
    }
    if (rule.Next !== undefined) checkTarget(rule.Next, `${here}/Next`);
    checkAssign(rule, language, here, problems);
    if (language === 'JSONata') checkConditionRule(rule, here, problems);
    else {
      requireFields(rule, ['Next'], here, problems);
      const { Next, Assign, ...test } = rule;
      checkTest(test, here, problems);
    }
  }
}

function checkConditionRule(rule: Json, at: string, problems: Problems): void {
  allowFields(rule, ['Condition', 'Next', 'Assign', 'Output', 'Comment'], at, problems);
  requireFields(rule, ['Condition', 'Next'], at, problems);
  const { Condition } = rule;
  const dynamic = typeof Condition === 'string' && expressionIn(Condition) !== undefined;
  if (Condition !== undefined && typeof Condition !== 'boolean' && !dynamic) {
    problems.add(`${at}/Condition`, 'Condition must be a boolean or a JSONata expression');
  }
  checkExpressions(Condition, `${at}/Condition`, problems);
  checkOutput(rule, 'JSONata', at, problems);
}

/** And, Or, Not, or a Variable and exactly one operator. */
function checkTest(test: unknown, at: string, problems: Problems): void {
  if (!isObject(test)) {
    problems.add(at, 'A Choice rule must be an object');
    return;
  }
  const { Comment: _, ...fields } = test;
  const group = ['And', 'Or', 'Not'].find((name) => fields[name] !== undefined);
  if (group !== undefined) {
    allowFields(fields, [group], at, problems);
    checkGroup(fields[group], group, `${at}/${group}`, problems);
    return;
  }
  requireFields(fields, ['Variable'], at, problems);
  checkPath(fields.Variable, 'Variable', `${at}/Variable`, problems);
  allowFields(fields, ['Variable', ...CHOICE_OPERATORS], at, problems);
  const operators = Object.keys(fields).filter((name) => CHOICE_OPERATORS.has(name));
  const [operator] = operators;
  if (operator === undefined || operators.length > 1) {
    problems.add(at, `A Choice rule needs exactly one operator; it has ${operators.join(', ') || 'none'}`);
    return;
  }
  checkOperand(operator, fields[operator], `${at}/${operator}`, problems);
}

function checkGroup(tests: unknown, group: string, at: string, problems: Problems): void {
  if (group === 'Not') checkTest(tests, at, problems);
  else if (!Array.isArray(tests) || tests.length === 0) problems.add(at, `${group} must be a non-empty array of rules`);
  else for (const [index, test] of tests.entries()) checkTest(test, `${at}[${index}]`, problems);
}

function checkOperand(operator: string, value: unknown, at: string, problems: Problems): void {
  if (operator.endsWith('Path')) checkPath(value, operator, at, problems);
  else if (operator.startsWith('Numeric'))
    problems.expect(typeof value === 'number', at, 'Expected value of type Number');
  else if (operator.startsWith('Timestamp')) {
    const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
    problems.expect(time !== undefined, at, 'String does not match RFC3339 timestamp');
  } else if (operator.startsWith('String')) {
    problems.expect(typeof value === 'string', at, 'Expected value of type String');
  } else problems.expect(typeof value === 'boolean', at, 'Expected value of type Boolean');
}
