import type { Command } from 'commander';
import type { Shell } from './command.ts';

/** The commands of one file: their descriptions by name, and a function that adds arguments, options and action. */
interface CommandFile {
  readonly names: Readonly<Record<string, string>>;
  load(): Promise<(program: Command, shell: Shell) => void>;
}

/** All commands in the order of help. A command's file is loaded only when it is needed, because it loads the AWS SDK. */
export const COMMANDS: Readonly<Record<string, readonly CommandFile[]>> = {
  'Run:': [
    {
      names: { init: 'write an eval.yaml, a sample dataset and prompts to begin with' },
      load: async () => (await import('./commands/init.ts')).initCommand,
    },
    {
      names: { plan: 'show rows, calls, cost and time of a run before anything is called' },
      load: async () => (await import('./commands/plan.ts')).planCommand,
    },
    {
      names: { run: 'run every row of a dataset as described in eval.yaml, and check its thresholds' },
      load: async () => (await import('./commands/run.ts')).runCommand,
    },
    {
      names: { score: 'grade the answers of a run again; the target is not called' },
      load: async () => (await import('./commands/score.ts')).scoreCommand,
    },
    {
      names: { estimate: 'run the first rows, and predict the cost and time of all rows' },
      load: async () => (await import('./commands/estimate.ts')).estimateCommand,
    },
    {
      names: { batch: 'submit many inputs to a registered target as a batch job' },
      load: async () => (await import('./commands/batch.ts')).batchCommand,
    },
    {
      names: { dev: 'start the local cloud and keep it running' },
      load: async () => (await import('./commands/dev.ts')).devCommand,
    },
  ],
  'Follow and control:': [
    {
      names: { runs: 'list runs, newest first' },
      load: async () => (await import('./commands/runs.ts')).runsCommand,
    },
    {
      names: { status: 'show the state of a run' },
      load: async () => (await import('./commands/status.ts')).statusCommand,
    },
    {
      names: { watch: 'follow a run until it ends' },
      load: async () => (await import('./commands/watch.ts')).watchCommand,
    },
    {
      names: {
        pause: 'stop starting rows; rows in flight finish',
        resume: 'continue a paused run, or call the rows without a result',
        cancel: 'end a run: skip the rows that have not started, keep all results',
        retry: 'call the rows that ended in an error again',
        'set-concurrency': 'change how many rows run at the same time',
      },
      load: async () => (await import('./commands/control.ts')).controlCommands,
    },
    {
      names: { logs: 'show the log of a run' },
      load: async () => (await import('./commands/logs.ts')).logsCommand,
    },
    {
      names: { metrics: 'show metrics of a run, or of all recent runs' },
      load: async () => (await import('./commands/metrics.ts')).metricsCommand,
    },
  ],
  'Data:': [
    {
      names: { dataset: 'import, preview, list, show, delete and export datasets' },
      load: async () => (await import('./commands/dataset.ts')).datasetCommand,
    },
    {
      names: { results: 'show the rows of a run, or everything about one row' },
      load: async () => (await import('./commands/results.ts')).resultsCommand,
    },
    {
      names: { mark: 'record your own verdict on an answer' },
      load: async () => (await import('./commands/mark.ts')).markCommand,
    },
    {
      names: { compare: 'compare the variants of an experiment, or runs of the same dataset' },
      load: async () => (await import('./commands/compare.ts')).compareCommand,
    },
    {
      names: { report: 'write a run or a comparison as one HTML file' },
      load: async () => (await import('./commands/report.ts')).reportCommand,
    },
    {
      names: { export: 'write the results of a run to a file' },
      load: async () => (await import('./commands/export.ts')).exportCommand,
    },
    {
      names: { delete: 'delete a finished run with its rows, logs and exports' },
      load: async () => (await import('./commands/delete.ts')).deleteCommand,
    },
  ],
  'Monitor live agents:': [
    {
      names: { trace: 'import and show traces of agents' },
      load: async () => (await import('./commands/trace.ts')).traceCommand,
    },
    {
      names: { thread: 'list and show conversations' },
      load: async () => (await import('./commands/thread.ts')).threadCommand,
    },
    {
      names: { monitor: 'evaluate conversations with live agents as they arrive' },
      load: async () => (await import('./commands/monitor.ts')).monitorCommand,
    },
  ],
  'Set up:': [
    {
      names: { config: 'store configurations that runs refer to by name' },
      load: async () => (await import('./commands/config.ts')).configCommand,
    },
    {
      names: { target: 'register targets that runs, batch jobs and tools call by name' },
      load: async () => (await import('./commands/target.ts')).targetCommand,
    },
    {
      names: { tools: 'print registered targets as tools for models' },
      load: async () => (await import('./commands/tools.ts')).toolsCommand,
    },
    {
      names: { mcp: 'serve targets, batch jobs and runs as MCP tools over stdin and stdout' },
      load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    },
    {
      names: { secret: 'store, list and delete keys of model providers and endpoints' },
      load: async () => (await import('./commands/secret.ts')).secretCommand,
    },
    {
      names: { key: 'create, list and revoke API keys' },
      load: async () => (await import('./commands/key.ts')).keyCommand,
    },
    {
      names: { console: 'open the console in the browser, signed in' },
      load: async () => (await import('./commands/console.ts')).consoleCommand,
    },
    {
      names: { doctor: 'check that everything a run needs is available' },
      load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    },
    {
      names: { open: 'link to a run, or to all runs, in the Step Functions console' },
      load: async () => (await import('./commands/open.ts')).openCommand,
    },
  ],
};
