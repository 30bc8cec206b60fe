import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../dev/arguments.ts';

describe('the arguments of npm run dev', () => {
  it('have defaults', () => {
    expect(parseArguments([])).toMatchObject({
      port: 4599,
      data: '.rollcall',
      assemblies: [],
      context: {},
      fresh: false,
    });
  });

  it('are read with a space or an equals sign, and may repeat', () => {
    const words = ['--port=0', '--data', 'd', '--assembly', 'a', '--assembly=b', '--fresh'];
    expect(parseArguments(words)).toMatchObject({ port: 0, data: 'd', assemblies: ['a', 'b'], fresh: true });
    expect(parseArguments(['-c', 'tables=s3tables', '-c', 'stage=a=b']).context).toEqual({
      tables: 's3tables',
      stage: 'a=b',
    });
  });

  it.each([
    [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
    [['--asembly', 'x'], 'Did you mean --assembly?'],
    [['--zzzzzzzzz'], 'Known: --port'],
    [['serve'], 'Unexpected argument serve'],
    [['--port', 'abc'], '--port is abc; it must be a number from 0 to 65535.'],
    [['--port', '70000'], '--port is 70000'],
    [['--data'], '--data needs a value.'],
    [['--fresh=yes'], '--fresh takes no value.'],
    [['-c', 'novalue'], 'it must be key=value'],
    [['-c', 'a=b', '--assembly', 'x'], 'not synthesized when --assembly is given'],
  ])('refuse %j with a hint', (words, message) => {
    expect(() => parseArguments(words)).toThrow(message);
  });
});
