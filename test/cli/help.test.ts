import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { examplesOf } from '../../cli/examples.ts';
import { createProgram } from '../../cli/program.ts';

const streams = { stdout: { write: () => true, columns: 100 }, stderr: { write: () => true } };
const shell = { streams, exit: () => {}, use: () => {} } as never;
const names = Object.values(COMMANDS).flatMap((files) => files.flatMap((file) => Object.keys(file.names)));
/** Reads its own options. */
const withExamples = names.filter((name) => name !== 'dev');

const leaves = (command: Command, path: string): [string, Command][] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((sub) => leaves(sub, `${path} ${sub.name()}`));

describe('the help of a command', () => {
  it.each(withExamples)('rollcall %s: every subcommand has two examples with options that exist', async (name) => {
    const program = await createProgram(shell, [name]);
    const command = program.commands.find((one) => one.name() === name) as Command;
    for (const [path, leaf] of leaves(command, name)) {
      const lines = [...examplesOf(path).matchAll(/^ {2}rollcall (.*?) {2,}/gm)].map(([, line = '']) => line);
      expect([path, lines.length >= 2]).toEqual([path, true]);
      for (const line of lines) {
        const words = (line.match(/"[^"]*"|\S+/g) ?? []).slice(path.split(' ').length);
        expect([line, leaf.parseOptions(words).unknown]).toEqual([line, []]);
      }
    }
  });
});
