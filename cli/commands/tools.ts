import { type Command, Option } from 'commander';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { TOOL_FORMATS, type ToolFormat, writeTools } from '../../core/tools/tool-formats.ts';
import { toolsOf } from '../../core/tools/universal-tools.ts';
import { defineAction, type Shell } from '../command.ts';

interface Options {
  readonly tenant: string;
  readonly format: ToolFormat;
}

export function toolsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('tools')
    .option('--tenant <tenant>', 'tenant of the targets', DEFAULT_TENANT)
    .addOption(new Option('--format <format>', 'output format').choices([...TOOL_FORMATS]).default('universal'));
  defineAction<Options>(command, shell, ({ terminal, connected }, { tenant, format }) =>
    connected(async ({ targets }) => {
      const tools = writeTools(toolsOf((await targets.list(tenant)).map(({ target }) => target)), format);
      terminal.object({ format, tools });
      terminal.line(JSON.stringify(tools, null, 2));
    }),
  );
}
