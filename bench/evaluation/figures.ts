/**
 * What a run costs in Step Functions, counted from the execution histories of the local cloud: state transitions per
 * row, events of a child, the largest payload, and whether the parent's history grows with rows.
 *
 *   npx tsx bench/evaluation/figures.ts
 */
import type { HistoryEvent } from '@aws-sdk/client-sfn';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { childrenOf, history, isTransition } from './histories.ts';

const ROWS = 250;
const OUTPUT_BYTES = 20 * 1024;
const USD_PER_TRANSITION = 0.025 / 1000;

interface Figures {
  readonly mode: string;
  readonly rows: number;
  readonly transitionsPerRow: number;
  readonly usdPer1000Rows: number;
  readonly largestChildHistory: number;
  readonly largestPayloadBytes: number;
  readonly parentEvents: number;
}

/** The longest `input`, `output` or `parameters` of any event. */
function largestPayload(events: HistoryEvent[]): number {
  const sizes = events.flatMap((event) =>
    Object.values(event)
      .filter((details): details is Record<string, unknown> => details !== null && typeof details === 'object')
      .flatMap(({ input, output, parameters }) => [input, output, parameters])
      .map((text) => (typeof text === 'string' ? Buffer.byteLength(text) : 0)),
  );
  return Math.max(0, ...sizes);
}

async function measure(rollcall: RollcallCloud, mode: string, rows: number, config: object): Promise<Figures> {
  const name = `${mode}-${rows}`;
  const datasetId = `rows-${rows}`;
  const arn = await rollcall.start(name, { datasetId, config });
  const { status, cause } = await rollcall.end(arn);
  if (status !== 'SUCCEEDED') throw new Error(`${name} ${status}: ${cause}`);
  const parent = await history(rollcall, arn);
  const children: HistoryEvent[][] = [];
  for (const child of await childrenOf(rollcall, arn)) children.push(await history(rollcall, child));
  const all = [parent, ...children].flat();
  const transitions = all.filter(isTransition).length;
  return {
    mode,
    rows,
    transitionsPerRow: Math.round((transitions / rows) * 100) / 100,
    usdPer1000Rows: Math.round((transitions / rows) * 1000 * USD_PER_TRANSITION * 1000) / 1000,
    largestChildHistory: Math.max(...children.map((events) => events.length)),
    largestPayloadBytes: largestPayload(all),
    parentEvents: parent.length,
  };
}

const endpoint = await countingEndpoint(() => ({ body: { answer: 'x'.repeat(OUTPUT_BYTES) } }));
const { assemblies, remove } = await synthesizeAssemblies();
const rollcall = await RollcallCloud.start(assemblies);
try {
  for (const rows of [ROWS, ROWS * 4]) {
    await rollcall.insertDataset(
      `rows-${rows}`,
      Array.from({ length: rows }, (_, n) => ({
        n,
        subject: `Ticket ${n}`,
        body: 'The payment page shows an error. '.repeat(20),
      })),
    );
  }
  const executor = { maxConcurrency: 10 };
  const modes = {
    endpoint: { endpoint: { url: endpoint.url, allowPrivateAddresses: true }, executor },
    tool: { executionMode: 'tool', toolLambdaArn: rollcall.output('ToolFunctionArn'), executor },
    agent: { executionMode: 'agent', agentStateMachineArn: rollcall.output('AgentStateMachineArn'), executor },
  };
  const figures: Figures[] = [];
  for (const [mode, config] of Object.entries(modes)) figures.push(await measure(rollcall, mode, ROWS, config));
  figures.push(await measure(rollcall, 'endpoint', ROWS * 4, modes.endpoint));
  console.table(figures);

  // With 1,000 rows endpoints and tools stay below 0.1; a run of 250 has the same few states to go through.
  const most: Record<string, number> = { endpoint: 0.2, tool: 0.2, agent: 8 };
  const missed = [
    ...figures
      .filter((one) => one.transitionsPerRow > (most[one.mode] ?? 0))
      .map((one) => `${one.mode}: ${one.transitionsPerRow} transitions a row, at most ${most[one.mode]}`),
    ...figures
      .filter((one) => one.usdPer1000Rows > 0.25)
      .map((one) => `${one.mode}: $${one.usdPer1000Rows} per 1,000 rows`),
    ...figures
      .filter((one) => one.largestChildHistory >= 2500)
      .map((one) => `${one.mode}: a child has ${one.largestChildHistory} events`),
    ...figures
      .filter((one) => one.largestPayloadBytes > 64 * 1024)
      .map((one) => `${one.mode}: a payload of ${one.largestPayloadBytes} bytes`),
  ];
  const [few, , , many] = figures;
  if ((many?.transitionsPerRow ?? 1) > 0.1)
    missed.push(`endpoint: ${many?.transitionsPerRow} transitions a row with 1,000 rows`);
  if (few?.parentEvents !== many?.parentEvents) missed.push('the parent’s history grows with rows');
  console.log(missed.length === 0 ? 'All figures are within their limits.' : `Missed: ${missed.join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await endpoint.close();
  await rollcall.close();
  await remove();
}
