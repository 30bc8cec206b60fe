import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Resume } from '../../contracts/batch.ts';
import type { AgentAnswer, AgentEvent, AgentRun, Done, Start, Wait } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { earlyOutcome } from '../../core/early-stop.ts';
import type { Settlement } from '../../core/result-row.ts';
import { agentExecutionName, executionArnOf } from '../../core/row-identity.ts';
import { gradeResults } from '../../core/scoring/grade-results.ts';
import { buildResultRows } from '../../core/variant-rows.ts';
import { outcomesOf, sumOf } from '../../domain/run-records/store/batch-counts.ts';
import { afterCall, type MadeCall, settledAs } from '../caller/after-call.ts';
import { countersOfAgent } from '../caller/batch-tally.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { isFirstInvocation } from '../caller/first-invocation.ts';
import { concerns, holdToPolicy } from '../caller/policy-check.ts';
import { refusedTarget } from '../caller/refused-target.ts';
import { isExhausted } from '../caller/row-dead-letters.ts';
import { RunWatch } from '../caller/run-watch.ts';
import type { Outcome } from '../caller/target.ts';
import { agentTurn, holdStarts } from './agent-turn.ts';
import { Parking } from './parking.ts';
import { type AgentClaim, PLACE, RowLog } from './row-log.ts';

/** An answer, or undefined when another invocation has written to the row's log: then that is read first. */
export type MaybeAnswer = Promise<AgentAnswer | undefined>;

/** The one row of an agent's batch, and what an invocation can do with it. */
export class AgentRow {
  readonly event: AgentEvent;
  readonly sfn: SFNClient;
  readonly watch: RunWatch;
  readonly parking: Parking;
  readonly log: RowLog;
  readonly row: DatasetRow;
  readonly #ports: CallerPorts;
  #rate: NonNullable<Resume['rate']>;

  private constructor(event: AgentEvent, sfn: SFNClient, ports: CallerPorts, row: DatasetRow) {
    this.event = event;
    this.sfn = sfn;
    this.row = row;
    this.#ports = ports;
    this.#rate = event.resume?.rate ?? { waitedMs: 0, throttled: 0 };
    this.watch = new RunWatch(event, ports);
    this.parking = new Parking(event, ports.counts, this.watch);
    this.log = new RowLog(ports.log(event), ports.writer);
  }

  static async open(event: AgentEvent, sfn: SFNClient, ports: CallerPorts): Promise<AgentRow> {
    const { batch } = event;
    const placed = await ports.rows(event, { row: PLACE, byte: batch.from }).next();
    if (!placed) throw new Error(`Batch ${batch.index} has no row.`);
    const opened = new AgentRow(event, sfn, ports, placed.row);
    const isFirst = isFirstInvocation(event);
    await Promise.all([opened.watch.look(), isFirst ? undefined : opened.log.readOn()]);
    return opened;
  }

  get run(): AgentRun {
    return this.event.run;
  }

  /** Why the agent may not be started at all. */
  get refused(): RollcallError | undefined {
    return refusedTarget(this.run, this.#ports.bindings);
  }

  get stateMachineArn(): string {
    return this.run.agentStateMachineArn;
  }

  /** Calls that were made, or at least claimed. */
  get calls(): number {
    return this.log.waiting?.calls ?? this.log.claim?.call ?? 0;
  }

  nameOf(attempt: number, call: number): string {
    return agentExecutionName(this.run.evaluationId, this.row.sample_id, attempt, call, this.row.trial);
  }

  arnOf(name: string): string {
    return executionArnOf(this.stateMachineArn, name);
  }

  /** Waits for the row's turn; answers when to come back if that is not soon. */
  async turn(): Promise<Wait | undefined> {
    const turn = await agentTurn(this.run, this.#ports.rates, this.watch.most);
    const waitedMs = 'later' in turn ? Date.parse(turn.later) - Date.now() : turn.waitedMs;
    this.#rate = { ...this.#rate, waitedMs: this.#rate.waitedMs + waitedMs };
    return 'later' in turn ? this.waitUntil(turn.later, this.event.resume?.agent) : undefined;
  }

  /** Step Functions had no room for the start: nobody starts this agent for so long. */
  async putOff(seconds: number, agent: NonNullable<Resume['agent']>): Promise<Wait> {
    const now = Date.now();
    const sentAt = agent.askedAt === undefined ? now : Date.parse(agent.askedAt);
    await holdStarts(this.run, this.#ports.rates, { now, sentAt, backOffMs: seconds * 1_000 });
    const { waitedMs, throttled } = this.#rate;
    this.#rate = { waitedMs: waitedMs + seconds * 1_000, throttled: throttled + 1 };
    return this.waitUntil(new Date(now + seconds * 1_000).toISOString(), agent);
  }

  start({ call, name }: AgentClaim, input: unknown, seconds: number): Start {
    const { stateMachineArn } = this;
    const timeoutSeconds = Math.max(1, Math.ceil(seconds));
    const { putOff = 0, putOffSince } = this.event.resume?.agent ?? {};
    const askedAt = new Date().toISOString();
    return {
      outcome: 'start',
      stateMachineArn,
      name,
      input,
      timeoutSeconds,
      resume: this.#resume({ call, polls: 0, putOff, askedAt, ...(putOffSince && { putOffSince }) }),
    };
  }

  /** The row is settled, or called again, as the retry policy says. */
  async ended(call: number, outcome: Outcome): MaybeAnswer {
    const after = afterCall(this.run, this.#made(call), outcome);
    if ('settlement' in after) return this.#settle(after.settlement);
    if (!(await this.log.append({ retry: after.retry }))) return undefined;
    this.#ports.observer.retried(this.event, this.row, after.retry, after.error.name);
    return this.waitUntil(after.retry.notBefore);
  }

  settle(status: Settlement['status'], calls: number, found: Parameters<typeof settledAs>[2]): MaybeAnswer {
    return this.#settle(settledAs(status, this.#made(calls), found).settlement);
  }

  /** The run is over: the row is not called, or not called again. */
  skip(calls: number): MaybeAnswer {
    const { name, reason } = this.watch.standing;
    return this.settle('skipped', calls, { error: { name, message: reason, errorClass: null } });
  }

  async done(settled: ResultRow): Promise<Done> {
    await this.#count(settled);
    return { outcome: 'done' };
  }

  /** The run is paused, or others have all the places there are. */
  async park(): Promise<Wait> {
    return this.#told(await this.parking.park(this.#resume(this.event.resume?.agent)));
  }

  /** Not called before then: the run's time left counts on it. */
  async waitUntil(time: string, agent?: Resume['agent']): Promise<Wait> {
    const { run, batch } = this.event;
    await this.#ports.counts.addWait(run.evaluationId, run.attempt, batch.index, time);
    const seconds = Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000));
    return this.#told({ outcome: 'wait', seconds, resume: this.#resume(agent) });
  }

  wait(seconds: number, agent?: Resume['agent']): Wait {
    return this.#told({ outcome: 'wait', seconds: Math.max(1, Math.ceil(seconds)), resume: this.#resume(agent) });
  }

  #made(call: number): MadeCall {
    const { startedAt = new Date().toISOString(), spentUsd, setAside } = this.log;
    const { waitedMs } = this.#rate;
    return { place: PLACE, call, startedAt, spentUsd, setAside, waitedMs };
  }

  async #settle(settlement: Settlement): MaybeAnswer {
    const built = buildResultRows(this.run, this.row, settlement);
    const results = this.run.evaluators ? await gradeResults(this.run, built) : built;
    if (!(await this.log.append({ settled: results }))) return undefined;
    const { settled } = this.log;
    if (!settled) return undefined;
    const { observer, deadLetters } = this.#ports;
    observer.settled(this.event, [settled], Buffer.byteLength(JSON.stringify(results)));
    if (isExhausted(this.run, settled)) await deadLetters?.send(settled);
    return this.done(settled);
  }

  /** A row that is counted already counts nothing. */
  async #count(settled: ResultRow): Promise<void> {
    const { run, batch } = this.event;
    const { counts } = this.#ports;
    const counters = countersOfAgent(settled, this.#rate.throttled);
    const outcome = run.earlyStop && settled.status !== 'skipped' ? earlyOutcome(settled) : undefined;
    await counts.addRow(run.evaluationId, run.attempt, batch.index, counters, outcome);
    await this.parking.leave();
    if (!concerns(run, settled)) return;
    const lanes = await counts.list(run.evaluationId, run.attempt);
    await holdToPolicy(run, { ...sumOf(lanes), outcomes: outcomesOf(lanes) }, [settled], this.watch);
  }

  #told(wait: Wait): Wait {
    this.#ports.observer.waits(this.event, wait);
    return wait;
  }

  #resume(agent?: Resume['agent']): Resume {
    const { hasPlace } = this.parking;
    const place = hasPlace && { hasPlace };
    const { waitedMs, throttled } = this.#rate;
    const rate = waitedMs + throttled > 0 && { rate: this.#rate };
    return { row: PLACE, byte: this.event.batch.from, entry: 0, ...(agent && { agent }), ...place, ...rate };
  }
}
