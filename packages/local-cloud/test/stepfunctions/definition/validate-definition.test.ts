import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateDefinition } from '../../../src/stepfunctions/definition/validate-definition.ts';

const LAMBDA = 'arn:aws:states:::lambda:invoke';

function problems(definition: unknown, type = 'STANDARD'): string[] {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  return validateDefinition(text, type).map(({ code, message, location }) => `${code}: ${message} at ${location}`);
}

/** A machine of one state, in JSONata. */
const one = (state: object, more: object = {}) => ({
  QueryLanguage: 'JSONata',
  StartAt: 'X',
  States: { X: state },
  ...more,
});
const pass = (more: object) => one({ Type: 'Pass', End: true, ...more });
const task = (more: object) =>
  one({ Type: 'Task', Resource: LAMBDA, Arguments: { FunctionName: 'f' }, End: true, ...more });
const inline = { StartAt: 'I', States: { I: { Type: 'Pass', End: true } } };
const distributed = { ...inline, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } };
const map = (more: object) => one({ Type: 'Map', ItemProcessor: inline, End: true, ...more });

describe('a definition is accepted', () => {
  it.each([
    [
      'with all kinds of states',
      {
        QueryLanguage: 'JSONata',
        Comment: 'c',
        Version: '1.0',
        TimeoutSeconds: 60,
        StartAt: 'P',
        States: {
          P: { Type: 'Pass', Assign: { a: '{% $states.input.x %}' }, Next: 'T' },
          T: {
            Type: 'Task',
            Resource: LAMBDA,
            Arguments: { FunctionName: 'f', Payload: '{% $a %}' },
            TimeoutSeconds: '{% $a %}',
            Retry: [
              {
                ErrorEquals: ['A', 'B'],
                IntervalSeconds: 1,
                MaxAttempts: 0,
                BackoffRate: 1.5,
                MaxDelaySeconds: 9,
                JitterStrategy: 'FULL',
              },
              { ErrorEquals: ['States.ALL'] },
            ],
            Catch: [{ ErrorEquals: ['States.ALL'], Next: 'F', Output: '{% $states.errorOutput %}' }],
            Next: 'C',
          },
          C: { Type: 'Choice', Choices: [{ Condition: '{% $a = 1 %}', Next: 'W' }], Default: 'Par' },
          W: { Type: 'Wait', Timestamp: '2026-01-01T00:00:00Z', Next: 'M' },
          M: { Type: 'Map', Items: '{% [1..3] %}', ItemProcessor: inline, MaxConcurrency: 2, Next: 'D' },
          D: {
            Type: 'Map',
            Label: 'Rows',
            ItemProcessor: {
              StartAt: 'DI',
              States: { DI: { Type: 'Pass', End: true } },
              ProcessorConfig: distributed.ProcessorConfig,
            },
            ItemReader: {
              Resource: 'arn:aws:states:::s3:getObject',
              ReaderConfig: { InputType: 'JSONL' },
              Arguments: { Bucket: 'b', Key: 'k' },
            },
            ItemBatcher: { MaxItemsPerBatch: 5 },
            Next: 'S',
          },
          Par: { Type: 'Parallel', Branches: [{ StartAt: 'B', States: { B: { Type: 'Succeed' } } }], Next: 'S' },
          S: { Type: 'Succeed' },
          F: { Type: 'Fail', Error: 'E', Cause: '{% $string($a) %}' },
        },
      },
    ],
    [
      'with JSONPath beside JSONata',
      {
        StartAt: 'A',
        States: {
          A: { Type: 'Pass', Parameters: { 'x.$': '$.y', 'z.$': '$$.Execution.Name' }, ResultPath: '$.r', Next: 'B' },
          B: { Type: 'Pass', QueryLanguage: 'JSONata', Output: '{% $states.input %}', End: true },
        },
      },
    ],
    [
      'with names inside what they are names of',
      pass({ Output: "{% $states.input.rows[status = 'ok'].{'id': id, 'all': $} %}" }),
    ],
    [
      'with a function of its own',
      pass({ Output: '{% ( $f := function($x) { $x * 2 }; $map($states.input.n, $f) ) %}' }),
    ],
    ['with a context that is bound', pass({ Output: '{% $states.input.a.b ~> $sum() %}' })],
    ['with a sort and a group', pass({ Output: '{% $states.input.rows^(>price){kind: $sum(price)} %}' })],
  ])('%s', (_what, definition) => {
    expect(problems(definition)).toEqual([]);
  });
});

describe('a definition is refused', () => {
  it.each([
    ['that is not JSON', '{', 'INVALID_JSON_DESCRIPTION'],
    ['that is a list', '[]', 'SCHEMA_VALIDATION_FAILED: Definition must be a valid JSON object at undefined'],
    ['that is blank', ' ', 'Definition must be a valid JSON object'],
    ['that is empty', {}, 'These fields are required: [States, StartAt] at /'],
    ['without States', { StartAt: 'A' }, 'These fields are required: [States] at /'],
    ['with a field that does not exist', one({ Type: 'Succeed' }, { Statez: {} }), "Field 'Statez' is not supported"],
    [
      'with a state of no known type',
      one({ Type: 'Loop' }),
      "The field 'Type' should have one of these values: [Task, Wait, Pass, Succeed, Fail, Choice, Parallel, Map] at /States/X/Type",
    ],
    [
      'whose StartAt is missing',
      { ...pass({}), StartAt: 'Y' },
      "MISSING_TRANSITION_TARGET: Missing 'Next' target: Y at /StartAt",
    ],
    [
      'that never ends',
      {
        StartAt: 'X',
        States: { X: { Type: 'Pass', Next: 'Y' }, Y: { Type: 'Pass', Next: 'X' }, Z: { Type: 'Pass', Next: 'X' } },
      },
      'MISSING_END_STATE: Workflow has no terminal state at undefined',
    ],
    ['with a field another kind of state has', pass({ TimeoutSeconds: 5 }), "Field 'TimeoutSeconds' is not supported"],
    [
      'with a QueryLanguage of an ItemProcessor',
      map({ ItemProcessor: { ...inline, QueryLanguage: 'JSONata' } }),
      "Field 'QueryLanguage' is not supported at /States/X/ItemProcessor",
    ],
    [
      "with a state that has only its Map's language",
      {
        StartAt: 'X',
        States: {
          X: {
            Type: 'Map',
            QueryLanguage: 'JSONata',
            ItemProcessor: { StartAt: 'I', States: { I: { Type: 'Pass', Output: 1, End: true } } },
            End: true,
          },
        },
      },
      "but field 'Output' is only supported for the 'JSONata' QueryLanguage at /States/X/ItemProcessor/States/I",
    ],
    ['whose Next goes nowhere', one({ Type: 'Pass', Next: 'Y' }), 'at /States/X/Next'],
    [
      'with a state nobody comes to',
      { ...pass({}), States: { X: { Type: 'Succeed' }, Y: { Type: 'Succeed' } } },
      'State "Y" is not reachable',
    ],
    [
      'with Next and End',
      { ...pass({}), States: { X: { Type: 'Pass', Next: 'X', End: true } } },
      'Next or End, not both',
    ],
    ['with neither Next nor End', one({ Type: 'Pass' }), 'needs Next, or End: true'],
    [
      'with a name used twice',
      one({ Type: 'Parallel', Branches: [{ StartAt: 'X', States: { X: { Type: 'Succeed' } } }], End: true }),
      'DUPLICATE_STATE_NAME',
    ],
    [
      'with a state name over 80 characters',
      { QueryLanguage: 'JSONata', StartAt: 'n'.repeat(81), States: { ['n'.repeat(81)]: { Type: 'Succeed' } } },
      '1 to 80 characters',
    ],
    ['in an unknown query language', { ...pass({}), QueryLanguage: 'SQL' }, 'QueryLanguage is "SQL"'],
    [
      'with a JSONPath field in a JSONata state',
      pass({ ResultPath: '$.x' }),
      "The QueryLanguage is set to 'JSONata', but field 'ResultPath' is only supported for the 'JSONPath' QueryLanguage at /States/X",
    ],
    [
      'with a JSONata field in a JSONPath state',
      { StartAt: 'X', States: { X: { Type: 'Pass', Output: 1, End: true } } },
      "The QueryLanguage is set to 'JSONPath', but field 'Output' is only supported for the 'JSONata' QueryLanguage at /States/X",
    ],
    [
      'with a JSONPath state in a JSONata machine',
      pass({ QueryLanguage: 'JSONPath' }),
      "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine",
    ],
    [
      'with an expression that does not parse',
      pass({ Output: { a: '{% $states.input. %}' } }),
      'at /States/X/Output/a',
    ],
    ['with an empty expression', pass({ Output: '{%  %}' }), 'is empty'],
    ['with $ at the top of an expression', pass({ Output: '{% $.x %}' }), "uses '$' at the top level"],
    ['with $$ at the top of an expression', pass({ Output: '{% $$.x %}' }), "uses '$$'"],
    ['with a name that belongs to nothing', pass({ Output: '{% x.y %}' }), "uses 'x' at the top level"],
    ['with a name that belongs to nothing in an argument', pass({ Output: '{% $sum(prices) %}' }), "uses 'prices'"],
    [
      'with a name that belongs to nothing in a function',
      pass({ Output: '{% $map([1], function($v) { $v + x }) %}' }),
      "uses 'x'",
    ],
    ['with a wildcard of nothing', pass({ Output: '{% *.x %}' }), 'at the top level'],
    ['with a result in a state that has none', pass({ Output: '{% $states.result.x %}' }), 'uses $states.result'],
    [
      'with a result in Arguments',
      task({ Arguments: { FunctionName: '{% $states.result %}' } }),
      'uses $states.result',
    ],
    ['with an error outside a catcher', task({ Output: '{% [$states.errorOutput] %}' }), 'uses $states.errorOutput'],
    ['that assigns the variable states', pass({ Assign: { states: 1 } }), "'states' is reserved"],
    ['that assigns no identifier', pass({ Assign: { 'a-b': 1 } }), "'a-b' is not valid"],
    ['with a Resource that is an expression', task({ Resource: '{% $states.input.r %}' }), 'at /States/X/Resource'],
    [
      'with an integration that is not hosted',
      task({ Resource: 'arn:aws:states:::emr:createCluster' }),
      'emr:createCluster',
    ],
    ['with an argument missing', task({ Arguments: { Payload: 1 } }), 'FunctionName'],
    [
      'with an expression in Retry',
      task({ Retry: [{ ErrorEquals: ['A'], MaxAttempts: '{% 1 %}' }] }),
      'at /States/X/Retry[0]/MaxAttempts',
    ],
    [
      'with States.ALL beside another error',
      task({ Retry: [{ ErrorEquals: ['States.ALL', 'A'] }] }),
      'States.ALL must be the only element',
    ],
    [
      'with States.ALL before the last retrier',
      task({ Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['A'] }] }),
      'States.ALL',
    ],
    ['with a BackoffRate under 1', task({ Retry: [{ ErrorEquals: ['A'], BackoffRate: 0.5 }] }), 'BackoffRate'],
    [
      'with a MaxDelaySeconds under the interval',
      task({ Retry: [{ ErrorEquals: ['A'], IntervalSeconds: 5, MaxDelaySeconds: 5 }] }),
      'MaxDelaySeconds',
    ],
    ['with a jitter of its own', task({ Retry: [{ ErrorEquals: ['A'], JitterStrategy: 'SOME' }] }), 'JitterStrategy'],
    [
      'with a catcher that goes nowhere',
      task({ Catch: [{ ErrorEquals: ['A'], Next: 'Y' }] }),
      'at /States/X/Catch[0]/Next',
    ],
    [
      'with Credentials without a role',
      task({ Credentials: {} }),
      "The field 'RoleArn' is required but was missing at /States/X/Credentials",
    ],
    ['with a heartbeat over the timeout', task({ TimeoutSeconds: 5, HeartbeatSeconds: 5 }), 'HeartbeatSeconds'],
    ['with a timeout of 0', task({ TimeoutSeconds: 0 }), 'TimeoutSeconds'],
    ['with a Choice without rules', one({ Type: 'Choice', Choices: [] }), 'Value cannot be empty at /States/X/Choices'],
    [
      'with a Condition that is a word',
      { ...pass({}), States: { X: { Type: 'Choice', Choices: [{ Condition: 'yes', Next: 'X' }] } } },
      'Condition must be a boolean',
    ],
    ['with a Wait for nothing', one({ Type: 'Wait', End: true }), 'exactly one of Seconds and Timestamp'],
    [
      'with a time that is none',
      one({ Type: 'Wait', Timestamp: '2026-13-05T21:29:29Z', End: true }),
      'String does not match RFC3339 timestamp at /States/X/Timestamp',
    ],
    ['with an ItemReader in an inline Map', map({ ItemReader: {} }), 'ItemReader is for Mode DISTRIBUTED only'],
    [
      'with Parameters in a JSONata ResultWriter',
      map({ ItemProcessor: distributed, ResultWriter: { Resource: 'arn:aws:states:::s3:putObject', Parameters: {} } }),
      "Field 'Parameters' is not supported at /States/X/ResultWriter",
    ],
    [
      'with an ItemBatcher that is a list',
      map({ ItemProcessor: distributed, ItemBatcher: [] }),
      'ItemBatcher must be an object',
    ],
    [
      'with a distributed Map of no execution type',
      map({ ItemProcessor: { ...inline, ProcessorConfig: { Mode: 'DISTRIBUTED' } } }),
      'ExecutionType',
    ],
    ['with a Label over 40 characters', map({ ItemProcessor: distributed, Label: 'l'.repeat(41) }), 'Label'],
    ['with Items that are a number', map({ Items: 5 }), 'Items must be an array'],
  ])('%s', (_what, definition, expected) => {
    expect(problems(definition).join('\n')).toContain(expected);
  });

  it.each([
    ['a distributed Map', map({ ItemProcessor: distributed }), 'DISTRIBUTED is not supported in an Express'],
    [
      'a task that waits for a token',
      task({ Resource: `${LAMBDA}.waitForTaskToken` }),
      "does not support '.waitForTaskToken'",
    ],
  ])('in an EXPRESS state machine: %s', (_what, definition, expected) => {
    expect(problems(definition, 'EXPRESS').join('\n')).toContain(expected);
  });

  it('without ever failing itself, whatever it is given', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const state = fc.record(
      {
        Type: fc.constantFrom('Pass', 'Task', 'Choice', 'Wait', 'Succeed', 'Fail', 'Parallel', 'Map'),
        QueryLanguage: fc.constantFrom('JSONata', 'JSONPath'),
        Next: value,
        End: value,
        Output: value,
        Assign: value,
        Arguments: value,
        Parameters: value,
        Retry: value,
        Catch: value,
        Choices: value,
        Branches: value,
        ItemProcessor: fc.oneof(value, fc.constant(distributed), fc.constant(inline)),
        ItemReader: value,
        ItemBatcher: value,
        ResultWriter: value,
        Credentials: value,
        Resource: value,
        Seconds: value,
        InputPath: value,
      },
      { requiredKeys: ['Type'] },
    );
    fc.assert(
      fc.property(state, (given) => {
        expect(Array.isArray(problems(one(given)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
