import type { Command } from 'commander';
import type { Shell } from './command.ts';

/** Commands of one file: their descriptions by name, and what gives them arguments, options and action. */
interface CommandFile {
  readonly names: Readonly<Record<string, string>>;
  load(): Promise<(program: Command, shell: Shell) => void>;
}

/** All commands as help lists them. The file of a command is loaded when the command is asked for: it brings the AWS SDK. */
export const COMMANDS: Readonly<Record<string, readonly CommandFile[]>> = {
  'Run:': [
    {
      names: { run: 'run every row of a dataset as eval.yaml says, and check its thresholds' },
      load: async () => (await import('./commands/run.ts')).runCommand,
    },
    {
      names: { score: 'score a run’s answers again, with other evaluators; no row is called' },
      load: async () => (await import('./commands/score.ts')).scoreCommand,
    },
    {
      names: { estimate: 'run the first rows and tell what all of them will cost and take' },
      load: async () => (await import('./commands/estimate.ts')).estimateCommand,
    },
    {
      names: { batch: 'submit many inputs to a registered target; answers with a job' },
      load: async () => (await import('./commands/batch.ts')).batchCommand,
    },
    {
      names: { dev: 'start the local cloud and keep it running' },
      load: async () => (await import('./commands/dev.ts')).devCommand,
    },
  ],
  'Follow and control:': [
    {
      names: { runs: 'list the runs, newest first' },
      load: async () => (await import('./commands/runs.ts')).runsCommand,
    },
    {
      names: { status: 'show where a run stands' },
      load: async () => (await import('./commands/status.ts')).statusCommand,
    },
    {
      names: { watch: 'follow a run until it ends' },
      load: async () => (await import('./commands/watch.ts')).watchCommand,
    },
    {
      names: {
        pause: 'start no more rows; rows in flight finish',
        resume: 'go on after a pause, or call the rows that have no result',
        cancel: 'end the run; rows not started are skipped, results are kept',
        retry: 'call the failed rows again',
        'set-concurrency': 'change how many rows run side by side',
      },
      load: async () => (await import('./commands/control.ts')).controlCommands,
    },
    {
      names: { logs: 'show what the functions logged about a run' },
      load: async () => (await import('./commands/logs.ts')).logsCommand,
    },
    {
      names: { metrics: 'show what was measured: of a run, or of all runs of the last hours' },
      load: async () => (await import('./commands/metrics.ts')).metricsCommand,
    },
  ],
  'Data:': [
    {
      names: { dataset: 'import, preview, list, show, delete and export datasets; make them of traces' },
      load: async () => (await import('./commands/dataset.ts')).datasetCommand,
    },
    {
      names: { results: 'show a run’s rows, or everything about one (--row)' },
      load: async () => (await import('./commands/results.ts')).resultsCommand,
    },
    {
      names: { mark: 'say whether an answer passes: the score `human` of its row' },
      load: async () => (await import('./commands/mark.ts')).markCommand,
    },
    {
      names: { compare: 'compare the variants of an experiment, or runs over the same rows' },
      load: async () => (await import('./commands/compare.ts')).compareCommand,
    },
    {
      names: { export: 'write a run’s results to one file' },
      load: async () => (await import('./commands/export.ts')).exportCommand,
    },
    {
      names: { delete: 'delete a run that is over: its rows, logs, exports and record' },
      load: async () => (await import('./commands/delete.ts')).deleteCommand,
    },
  ],
  'Watch live agents:': [
    {
      names: { trace: 'take in traces of what agents did, and show one' },
      load: async () => (await import('./commands/trace.ts')).traceCommand,
    },
    {
      names: { thread: 'list and show conversations' },
      load: async () => (await import('./commands/thread.ts')).threadCommand,
    },
    {
      names: { monitor: 'evaluate what live agents do, as it comes in' },
      load: async () => (await import('./commands/monitor.ts')).monitorCommand,
    },
  ],
  'Set up:': [
    {
      names: { config: 'keep configurations under a name, for runs by configId' },
      load: async () => (await import('./commands/config.ts')).configCommand,
    },
    {
      names: { target: 'register actions that runs, batches and tools may call by name' },
      load: async () => (await import('./commands/target.ts')).targetCommand,
    },
    {
      names: { tools: 'print the registered targets as tools for models, batch_ variants included' },
      load: async () => (await import('./commands/tools.ts')).toolsCommand,
    },
    {
      names: { mcp: 'serve targets, batches and runs as tools over MCP on stdin and stdout' },
      load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    },
    {
      names: { key: 'make, list and revoke keys of the HTTP API' },
      load: async () => (await import('./commands/key.ts')).keyCommand,
    },
    {
      names: { console: 'open the console in the browser, signed in' },
      load: async () => (await import('./commands/console.ts')).consoleCommand,
    },
    {
      names: { doctor: 'check that everything a run needs is there' },
      load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    },
    {
      names: { open: 'link to a run, or all runs, in the Step Functions console' },
      load: async () => (await import('./commands/open.ts')).openCommand,
    },
  ],
};
