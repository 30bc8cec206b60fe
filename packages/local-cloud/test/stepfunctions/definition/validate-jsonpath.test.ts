import { describe, expect, it } from 'vitest';
import { validateDefinition } from '../../../src/stepfunctions/definition/validate-definition.ts';

const one = (state: object) => ({ StartAt: 'X', States: { X: state } });
const pass = (more: object) => one({ Type: 'Pass', End: true, ...more });
const wait = (more: object) => one({ Type: 'Wait', End: true, ...more });
const inline = { StartAt: 'I', States: { I: { Type: 'Pass', End: true } } };
const distributed = { ...inline, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } };
const map = (more: object) => one({ Type: 'Map', ItemProcessor: inline, End: true, ...more });
const choice = (rule: object) => ({
  StartAt: 'X',
  States: { X: { Type: 'Choice', Choices: [{ Next: 'Y', ...rule }] }, Y: { Type: 'Succeed' } },
});
const reader = {
  Resource: 'arn:aws:states:::s3:getObject',
  ReaderConfig: { InputType: 'JSON', MaxItemsPath: '$.most' },
  Parameters: { 'Bucket.$': '$.bucket', Key: 'k' },
};

const problems = (definition: object): string =>
  validateDefinition(JSON.stringify(definition), 'STANDARD')
    .map(({ message, location }) => `${message} at ${location}`)
    .join('\n');

describe('a definition in JSONPath is accepted', () => {
  it.each([
    [
      'with filters and intrinsic functions',
      pass({ InputPath: '$.a[?(@.b)]', Parameters: { 'c.$': 'States.UUID()' } }),
    ],
    [
      'with paths to the context object and to variables',
      pass({ InputPath: '$$.Execution.Input', OutputPath: '$v.x' }),
    ],
    ['with null for paths', pass({ InputPath: null, ResultPath: null, OutputPath: null })],
    ['with literal members that look like paths in Result', pass({ Result: { 'a.$': 'no path' } })],
    ['with a Choice of nested rules', choice({ And: [{ Not: { Variable: '$.a', IsNull: true } }] })],
    ['with a wait until a path', wait({ TimestampPath: '$.at' })],
    ['with a Map of old names', one({ Type: 'Map', Iterator: inline, Parameters: { 'a.$': '$' }, End: true })],
    [
      'with a distributed Map whose numbers are paths',
      map({
        ItemProcessor: distributed,
        ItemReader: reader,
        ItemBatcher: { MaxItemsPerBatchPath: '$.n' },
        ResultWriter: { Resource: 'arn:aws:states:::s3:putObject', Parameters: { 'Bucket.$': '$.bucket' } },
        ToleratedFailureCountPath: '$.failures',
      }),
    ],
    ['with Fail fields from intrinsic functions', one({ Type: 'Fail', ErrorPath: "States.Format('{}', $.a)" })],
  ])('%s', (_what, definition) => {
    expect(problems(definition)).toBe('');
  });
});

describe('a definition in JSONPath is refused', () => {
  it.each([
    [
      'with a member that is no path',
      pass({ Parameters: { 'a.$': 'b' } }),
      "The value for the field 'a.$' must be a valid JSONPath or a valid intrinsic function call at /States/X/Parameters",
    ],
    ['with an unknown intrinsic function', pass({ Parameters: { 'a.$': 'States.No()' } }), "field 'a.$' must be"],
    ['with an InputPath that is none', pass({ InputPath: 'a' }), "The value for the field 'InputPath' must be"],
    ['with a ResultPath of many places', pass({ ResultPath: '$.a[*]' }), 'must be a valid Reference Path'],
    ['with a ResultPath into the context object', pass({ ResultPath: '$$.a' }), 'must be a valid Reference Path'],
    [
      'with a field of JSONata',
      pass({ Output: 1 }),
      "but field 'Output' is only supported for the 'JSONata' QueryLanguage at /States/X",
    ],
    ['with a variable from no path', pass({ Assign: { 'a.$': 5 } }), "field 'a.$' must be"],
    ['with two ways to wait', wait({ Seconds: 1, SecondsPath: '$.s' }), "both 'Seconds' and 'SecondsPath'"],
    ['with a Choice rule without operator', choice({ Variable: '$.a' }), 'needs exactly one operator; it has none'],
    ['with a Choice rule of two', choice({ Variable: '$.a', IsNull: true, IsString: true }), 'IsNull, IsString'],
    ['with an operator nobody knows', choice({ Variable: '$.a', Equals: 1 }), "Field 'Equals' is not supported"],
    ['with a number that is text', choice({ Variable: '$.a', NumericEquals: '1' }), 'Expected value of type Number'],
    ['with a time that is none', choice({ Variable: '$.a', TimestampEquals: 'now' }), 'RFC3339'],
    ['with a Variable that is no path', choice({ Variable: 'a', IsNull: true }), "field 'Variable' must be"],
    ['with an empty And', choice({ And: [] }), 'And must be a non-empty array'],
    ['with Next inside Not', choice({ Not: { Variable: '$.a', IsNull: true, Next: 'Y' } }), "Field 'Next'"],
    ['with a Map of nothing', one({ Type: 'Map', End: true }), 'These fields are required: [ItemProcessor]'],
    ['with both names of a processor', map({ Iterator: inline }), "both 'Iterator' and 'ItemProcessor'"],
    ['with both names of a selector', map({ Parameters: {}, ItemSelector: {} }), "both 'Parameters' and"],
    [
      'with Arguments in an ItemReader',
      map({ ItemProcessor: distributed, ItemReader: { ...reader, Arguments: {} } }),
      "Field 'Arguments' is not supported",
    ],
  ])('%s', (_what, definition, expected) => {
    expect(problems(definition)).toContain(expected);
  });
});
