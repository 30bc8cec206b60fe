import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../dev/arguments.ts';

describe('the arguments of rollcall dev', () => {
  it('have defaults', () => {
    expect(parseArguments([])).toMatchObject({ port: 4599, data: '.rollcall', assemblies: [], context: {} });
  });

  it('hold CDK context for our own app', () => {
    const words = ['-c', 'tables=s3tables', '--context=stage=a=b', '--port', '0'];
    expect(parseArguments(words)).toMatchObject({ port: 0, context: { tables: 's3tables', stage: 'a=b' } });
  });

  it('add assemblies to our own app, whatever its context', () => {
    const words = ['-c', 'api=false', '--assembly', 'x', '--assembly', 'y'];
    expect(parseArguments(words)).toMatchObject({ context: { api: 'false' }, assemblies: ['x', 'y'] });
  });

  it.each([
    [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
    [['-c', 'novalue'], 'it must be key=value'],
  ])('refuse %j with a hint', (words, message) => {
    expect(() => parseArguments(words)).toThrow(message);
  });
});
