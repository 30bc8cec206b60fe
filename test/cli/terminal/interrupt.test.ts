import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { askOnInterrupt, confirm } from '../../../cli/terminal/interrupt.ts';
import { Terminal } from '../../../cli/terminal/terminal.ts';

/** All that a terminal shows, both streams in the order of their writes. */
function screen() {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) };
  return { terminal: new Terminal({ stdout: stream, stderr: stream, env: {} }), shown: () => written.join('') };
}

describe('Ctrl-C', () => {
  it('while a bar is drawn: what is said afterwards begins on a line of its own', async () => {
    const { terminal, shown } = screen();
    const onAnswer = vi.fn(async () => terminal.line('Left; the run goes on.'));
    const interrupts = askOnInterrupt({ terminal, onAnswer });
    terminal.live('tickets 40% 8/20');
    // The terminal itself echoes it.
    process.emit('SIGINT');
    await vi.waitUntil(() => !interrupts.asking);
    interrupts.close();
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith('');
    expect(shown()).toBe('\r\u001b[2Ktickets 40% 8/20\nLeft; the run goes on.\n');
  });

  it('asks, and takes the question back when the run ends before the answer', async () => {
    const { terminal } = screen();
    const onAnswer = vi.fn(async () => {});
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const interrupts = askOnInterrupt({ terminal, question: 'Keep on? ', onAnswer, input, output });
    process.emit('SIGINT');
    await vi.waitUntil(() => output.readableLength > 0);
    interrupts.close();
    expect(output.read().toString()).toMatch(/^Keep on\? \r?\n$/);
    await vi.waitUntil(() => !interrupts.asking);
    expect(onAnswer).not.toHaveBeenCalled();
  });
});

describe('a question', () => {
  const asked = async (answer: string, isTTY = true) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = new PassThrough();
    const said = confirm('Run all 20 rows?', input, output);
    input.write(`${answer}\n`);
    return { said: await said, shown: output.read()?.toString() ?? '' };
  };

  it('is a yes only when the person says so', async () => {
    expect(await asked('y')).toMatchObject({ said: true, shown: expect.stringContaining('Run all 20 rows? [y/N] ') });
    expect(await asked('YES')).toMatchObject({ said: true });
    expect(await asked('')).toMatchObject({ said: false });
    expect(await asked('never')).toMatchObject({ said: false });
  });

  it('is not asked, and a no, where nobody is there', async () => {
    expect(await asked('y', false)).toEqual({ said: false, shown: '' });
  });
});
