import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/command-line/arguments.ts';

const parse = (words: readonly string[]) => parseArguments(words, { data: 'here', others: ['--context', '-c'] });

describe('the arguments of the command', () => {
  it('have defaults', () => {
    expect(parse([])).toEqual({
      port: 4599,
      data: 'here',
      assemblies: [],
      fresh: false,
      repair: false,
      json: false,
      help: false,
      verbose: false,
      others: [],
    });
  });

  it('are read with a space or an equals sign, and may repeat', () => {
    const words = [
      '--port=0',
      '--data',
      'd',
      '--assembly',
      'a',
      '--assembly=b',
      '--fresh',
      '--latency',
      'aws.json',
      '-c',
      'x=y',
      '--json',
      '-h',
    ];
    expect(parse(words)).toEqual({
      port: 0,
      data: 'd',
      assemblies: ['a', 'b'],
      latency: 'aws.json',
      fresh: true,
      repair: false,
      json: true,
      help: true,
      verbose: false,
      others: ['x=y'],
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
  ])('refuse %j with a hint', (words, message) => {
    expect(() => parse(words)).toThrow(message);
  });

  it('know no flags of others unless they are named', () => {
    expect(() => parseArguments(['-c', 'x=y'], { data: 'here' })).toThrow('Unknown flag -c');
  });
});
