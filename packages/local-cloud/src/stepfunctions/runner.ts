import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../cloud-context.ts';
import { type ArnFactory, arnFactory } from './arns.ts';
import type { MapState } from './definition/definition.ts';
import { MapRunStore } from './distributed-map/map-run-store.ts';
import type { Child, ChildRequest, ChildResult } from './distributed-map/map-visit.ts';
import { type Data, toData } from './engine/data.ts';
import { type EngineParts, Execution } from './engine/execution.ts';
import { readResume } from './engine/resume.ts';
import { TaskTokens } from './engine/task-tokens.ts';
import type { Visit } from './engine/visit.ts';
import type { Express, Launch, Launched, StartRequest } from './launch.ts';
import { describedExecution } from './operations/executions.ts';
import { statusChange } from './status-change.ts';
import { Aliases } from './store/aliases.ts';
import { Definitions } from './store/definitions.ts';
import { type ExecutionRecord, type StartRecord, statusOf } from './store/execution-record.ts';
import { Executions } from './store/executions.ts';
import { StateMachines } from './store/state-machines.ts';
import { Versions } from './store/versions.ts';
import { createTaskRunner } from './task/run-task.ts';

const EXPRESS_SECONDS = 300;

/** Starts, stops and redrives executions, and keeps what they leave. */
export class Runner {
  readonly context: CloudContext;
  readonly arns: ArnFactory;
  readonly stateMachines: StateMachines;
  readonly definitions: Definitions;
  readonly executions: Executions;
  readonly mapRuns: MapRunStore;
  readonly versions: Versions;
  readonly aliases: Aliases;
  readonly tokens = new TaskTokens();
  /** What the engine runs states with. */
  readonly parts: EngineParts;
  readonly #running = new Map<string, Execution>();
  #closing = false;

  constructor(context: CloudContext) {
    this.context = context;
    this.arns = arnFactory(context.region, context.accountId);
    this.stateMachines = new StateMachines(context.dataDir);
    this.versions = new Versions(context.dataDir, this.stateMachines);
    this.aliases = new Aliases(context.dataDir);
    this.definitions = new Definitions(context.dataDir);
    this.executions = new Executions(context.dataDir, context.log);
    this.mapRuns = new MapRunStore(context);
    this.parts = {
      context,
      runTask: createTaskRunner(context),
      tokens: this.tokens,
      mapRuns: this.mapRuns,
      children: {
        start: (visit, child) => this.#startChild(visit as Visit<MapState>, child),
        redrive: (visit, { mapRunArn, name }) => this.#redriveChild(visit as Visit<MapState>, mapRunArn, name),
        list: (mapRunArn) => this.#listChildren(mapRunArn),
        describe: (executionArn) => describedExecution(this, executionArn),
      },
    };
  }

  /** Gives the record once it is on disk; the execution runs on. */
  async start({ machine, name, input, traceHeader }: StartRequest): Promise<StartRecord> {
    const { stateMachine, versionArn, aliasArn } = machine;
    const { definition } = this.definitions.get(stateMachine.definition);
    const start: StartRecord = {
      record: 'start',
      arn: this.arns.execution(stateMachine.name, name),
      name,
      stateMachineArn: machine.arn,
      versionArn,
      aliasArn,
      machine: stateMachine.name,
      roleArn: stateMachine.roleArn,
      definition: stateMachine.definition,
      input: input.json,
      startDate: Date.now(),
      traceHeader,
    };
    const timeoutSeconds = definition.TimeoutSeconds;
    const { writer } = this.#launch({ start, input, block: definition, definition, timeoutSeconds });
    await writer.flush();
    return start;
  }

  /** An EXPRESS execution leaves no record. */
  startExpress({ machine, name, input }: StartRequest): Express {
    const stateMachine = { ...machine.stateMachine, arn: machine.arn };
    const { definition } = this.definitions.get(stateMachine.definition);
    const arn = this.arns.expressExecution(stateMachine.name, name, randomUUID());
    const startDate = new Date();
    const execution = new Execution(this.parts, {
      arn,
      name,
      stateMachine,
      block: definition,
      queryLanguage: definition.QueryLanguage ?? 'JSONPath',
      timeoutSeconds: Math.min(definition.TimeoutSeconds ?? EXPRESS_SECONDS, EXPRESS_SECONDS),
      input,
      startDate,
      sink: { append: () => {} },
    });
    this.#running.set(arn, execution);
    return { arn, startDate, done: execution.run().finally(() => this.#running.delete(arn)) };
  }

  async redrive(record: ExecutionRecord): Promise<{ redriveDate: Date }> {
    const { start } = record;
    const { definition } = this.definitions.get(start.definition);
    const redrive = {
      redriveCount: record.redriveCount + 1,
      redriveDate: Date.now(),
      resume: await readResume(this.executions.events(start.arn)),
    };
    const input = parsed(start.input);
    const timeoutSeconds = definition.TimeoutSeconds;
    const { writer } = this.#launch({ start, input, block: definition, definition, timeoutSeconds, redrive });
    await writer.flush();
    return { redriveDate: new Date(redrive.redriveDate) };
  }

  /** False when the execution does not run. */
  stop(arn: string, error?: string, cause?: string): boolean {
    const execution = this.#running.get(arn);
    execution?.stop(error, cause);
    return execution !== undefined;
  }

  /** Stops all executions of a state machine that is deleted. */
  stopAll(stateMachineArn: string): void {
    for (const execution of this.#running.values()) {
      if (execution.stateMachine.arn === stateMachineArn) execution.stop();
    }
  }

  /** Ends what a former process left running, and tells those who listen once the cloud is up. */
  async recover(): Promise<void> {
    await this.mapRuns.load();
    const cut = await this.executions.closeAbandoned();
    if (cut.length === 0) return;
    this.context.log(`${cut.length} execution(s) were running when the local cloud stopped; they are ABORTED now.`);
    const tell = () => {
      if (this.#closing) return;
      if (this.context.endpoint() === '') setTimeout(tell, 50);
      else for (const record of cut) this.#announce(record);
    };
    setTimeout(tell, 0);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.executions.close();
    for (const execution of this.#running.values()) execution.stop();
    this.mapRuns.close();
    this.stateMachines.close();
    this.versions.close();
    this.aliases.close();
  }

  #launch({ start, input, block, definition, timeoutSeconds, redrive }: Launch): Launched {
    const writer = this.executions.open(
      start,
      redrive && { redriveCount: redrive.redriveCount, redriveDate: redrive.redriveDate },
    );
    const execution = new Execution(this.parts, {
      arn: start.arn,
      name: start.name,
      stateMachine: { arn: start.stateMachineArn, name: start.machine, roleArn: start.roleArn },
      block,
      queryLanguage: definition.QueryLanguage ?? 'JSONPath',
      timeoutSeconds,
      startDelay: start.mapRunArn === undefined ? 0 : this.context.latency.stepfunctions.childStart,
      input,
      startDate: new Date(start.startDate),
      sink: writer,
      redriveCount: redrive?.redriveCount,
      redriveDate: redrive && new Date(redrive.redriveDate),
      resume: redrive?.resume,
    });
    this.#running.set(start.arn, execution);
    const about = { redriveCount: redrive?.redriveCount ?? 0, redriveDate: redrive?.redriveDate };
    const topLevel = start.mapRunArn === undefined;
    if (topLevel) this.#announce({ start, ...about });
    const done = execution.run().then(async (result) => {
      const end = { record: 'end' as const, ...result, stopDate: result.stopDate.getTime(), ...about };
      await writer.end(end);
      this.#running.delete(start.arn);
      if (topLevel && !this.#closing) this.#announce({ start, ...about, end });
      return result;
    });
    return { writer, done };
  }

  #startChild(visit: Visit<MapState>, request: ChildRequest): Child {
    const parent = this.executions.running(visit.scope.execution.arn)?.start;
    if (!parent) throw new Error(`${visit.scope.execution.arn} is not running.`);
    const stateMachineArn = `${parent.stateMachineArn}/${request.label}`;
    const start: StartRecord = {
      record: 'start',
      arn: `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${request.name}`,
      name: request.name,
      stateMachineArn,
      machine: parent.machine,
      roleArn: parent.roleArn,
      definition: parent.definition,
      input: toData(request.input).json,
      startDate: Date.now(),
      mapRunArn: request.mapRunArn,
      mapState: visit.name,
      itemCount: request.itemCount,
    };
    return this.#child(visit, start, request.input);
  }

  async #redriveChild(visit: Visit<MapState>, mapRunArn: string, name: string): Promise<Child | undefined> {
    const place = mapRunArn.split(':')[6];
    const record = place === undefined ? undefined : await this.executions.find(this.arns.execution(place, name));
    if (!record || statusOf(record) === 'RUNNING') return undefined;
    const redrive = {
      redriveCount: record.redriveCount + 1,
      redriveDate: Date.now(),
      resume: await readResume(this.executions.events(record.start.arn)),
    };
    return this.#child(visit, record.start, JSON.parse(record.start.input), redrive);
  }

  #child(visit: Visit<MapState>, start: StartRecord, input: unknown, redrive?: Launch['redrive']): Child {
    const { ItemProcessor } = visit.state;
    const express = ItemProcessor.ProcessorConfig?.ExecutionType === 'EXPRESS';
    const { done } = this.#launch({
      start,
      input: { value: input, json: start.input },
      block: ItemProcessor,
      definition: this.definitions.get(start.definition).definition,
      timeoutSeconds: express ? EXPRESS_SECONDS : undefined,
      redrive,
    });
    const settled = done.then(
      (end): ChildResult => ({
        ...end,
        arn: start.arn,
        name: start.name,
        input: start.input,
        startDate: new Date(start.startDate),
        redriveCount: redrive?.redriveCount ?? 0,
      }),
    );
    return { arn: start.arn, done: settled, stop: (error, cause) => void this.stop(start.arn, error, cause) };
  }

  async *#listChildren(mapRunArn: string) {
    const place = mapRunArn.split(':')[6] ?? '';
    for (const { name, status, itemCount } of await this.executions.listMapRun(mapRunArn)) {
      yield { arn: this.arns.execution(place, name), name, status, itemCount };
    }
  }

  /** What a listener makes of it is no business of the execution. */
  #announce(record: ExecutionRecord): void {
    try {
      this.context.events.emit('states:status-change', statusChange(record));
    } catch (error) {
      this.context.log(`The status change of ${record.start.arn} could not be told: ${error}`);
    }
  }
}

const parsed = (json: string): Data => ({ value: JSON.parse(json), json });
