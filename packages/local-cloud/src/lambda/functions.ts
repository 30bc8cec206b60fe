import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { streamResource } from '../logs/request.ts';
import { DurableMap } from '../store/durable-map.ts';
import { CodeStore } from './code-store.ts';
import { runtimeVariables } from './environment-variables.ts';
import { functionArn, invalidFunctionName, parseFunctionName } from './function-name.ts';
import type { FunctionRecord } from './function-record.ts';
import { FunctionPool } from './pool/function-pool.ts';
import type { Invocation, InvocationResult } from './pool/invocation.ts';
import { TaskRoots } from './task-roots.ts';

/** "Lambda reserves 100 units of concurrency for functions without reserved concurrency." A smaller account keeps all it has. */
const LEAST_UNRESERVED = 100;
/** Throttling that goes on and on is told of once a second. */
const TOLD_AGAIN_MS = 1_000;

/** All functions: their records on disk and their execution environments in memory. */
export class Functions {
  readonly context: CloudContext;
  readonly code: CodeStore;
  readonly #records: DurableMap<FunctionRecord>;
  readonly #taskRoots: TaskRoots;
  readonly #pools = new Map<string, FunctionPool>();
  readonly #retired = new Set<FunctionPool>();
  readonly #inFlight = new Map<string, number>();
  #toldAt = Number.NEGATIVE_INFINITY;
  readonly #toldRuntimes = new Set([`nodejs${process.versions.node.split('.')[0]}.x`]);
  /** Environments that AWS would keep warm, by function: only they spare an invocation the modelled cold start. */
  readonly #warm = new Map<string, number>();
  #hostVariables = '';

  constructor(context: CloudContext) {
    const folder = join(context.dataDir, 'lambda');
    this.context = context;
    this.code = new CodeStore(join(folder, 'code'));
    this.#records = new DurableMap(join(folder, 'functions.jsonl'));
    // Only now, before requests come in: code is stored before the function that uses it.
    this.code.sweep(new Set(this.all().map((record) => record.codeId)));
    this.#taskRoots = new TaskRoots(join(folder, 'task-root'));
    context.events.on('cloud:ports', () => this.#retireOutdated());
  }

  find(name: string): FunctionRecord | undefined {
    return this.#records.get(name);
  }

  all(): FunctionRecord[] {
    return [...this.#records.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The function a request names, or AWS's error for a name that is malformed or belongs to no function. */
  named(value: unknown, qualifier?: unknown, unqualified?: '$LATEST'): FunctionRecord {
    const parsed = parseFunctionName(value);
    if (!parsed) throw invalidFunctionName(value);
    const version = (typeof qualifier === 'string' ? qualifier : parsed.qualifier) ?? unqualified;
    const record = this.#records.get(parsed.name);
    const here = parsed.region === undefined || parsed.region === this.context.region;
    if (record && here && (version === undefined || version === '$LATEST')) return record;
    const arn = functionArn({ ...this.context, region: parsed.region ?? this.context.region }, parsed.name, version);
    throw new AwsError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
  }

  /** Stores a function. When its code or settings changed, running invocations end in the old environments. */
  save(record: Omit<FunctionRecord, 'revisionId'>): FunctionRecord {
    const saved = { ...record, revisionId: randomUUID() };
    const before = this.#records.get(record.name);
    this.#records.set(record.name, saved);
    const same =
      before?.codeId === saved.codeId &&
      before.reservedConcurrency === saved.reservedConcurrency &&
      JSON.stringify(before.settings) === JSON.stringify(saved.settings);
    if (!same) this.#retirePool(record.name);
    return saved;
  }

  delete(name: string): void {
    this.#records.delete(name);
    this.#retirePool(name);
  }

  /** What is wrong with the function's code on disk, if anything is. */
  damageOf({ name, codeId }: FunctionRecord): string | undefined {
    if (this.code.isWhole(codeId)) return undefined;
    return (
      `The code of function ${name} in ${this.code.folderOf(codeId)} is damaged or missing. Load the assembly of its stack again, ` +
      'or call UpdateFunctionCode: either unpacks it anew.'
    );
  }

  /** What functions without reserved concurrency must be left with. */
  get leastUnreserved(): number {
    return Math.min(LEAST_UNRESERVED, this.context.limits.lambdaConcurrency);
  }

  /** What functions without reserved concurrency share, were it not for one function's reservation. */
  unreservedConcurrency(except?: string): number {
    let left = this.context.limits.lambdaConcurrency;
    for (const { name, reservedConcurrency = 0 } of this.#records.values()) {
      if (name !== except) left -= reservedConcurrency;
    }
    return left;
  }

  async invoke(record: FunctionRecord, invocation: Invocation): Promise<InvocationResult> {
    const { name } = record;
    const inFlight = this.#inFlight.get(name) ?? 0;
    this.#refuseTooMany(record, inFlight);
    this.#inFlight.set(name, inFlight + 1);
    try {
      await this.#takeTime(name);
      return await this.#poolOf(record).invoke(invocation);
    } finally {
      this.#warm.set(name, (this.#warm.get(name) ?? 0) + 1);
      this.#inFlight.set(name, (this.#inFlight.get(name) ?? 1) - 1);
    }
  }

  async #takeTime(name: string): Promise<void> {
    const { coldStart, invoke } = this.context.latency.lambda;
    const warm = this.#warm.get(name) ?? 0;
    if (warm > 0) this.#warm.set(name, warm - 1);
    const delay = warm > 0 ? invoke : coldStart + invoke;
    if (delay > 0) await sleep(delay);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values(), ...this.#retired].map((pool) => pool.close()));
    await this.#taskRoots.close();
    this.#records.close();
  }

  #refuseTooMany({ name, reservedConcurrency }: FunctionRecord, inFlight: number): void {
    const most = reservedConcurrency ?? this.unreservedConcurrency();
    if ((reservedConcurrency === undefined ? this.#unreservedInFlight() : inFlight) < most) return;
    if (performance.now() - this.#toldAt >= TOLD_AGAIN_MS) {
      this.#toldAt = performance.now();
      this.context.log(`Throttled function ${name}: its concurrency is ${most}.`);
    }
    throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429, {
      Reason:
        reservedConcurrency === undefined
          ? 'ConcurrentInvocationLimitExceeded'
          : 'ReservedFunctionConcurrentInvocationLimitExceeded',
    });
  }

  #unreservedInFlight(): number {
    let count = 0;
    for (const [name, inFlight] of this.#inFlight) {
      if (this.#records.get(name)?.reservedConcurrency === undefined) count += inFlight;
    }
    return count;
  }

  #poolOf(record: FunctionRecord): FunctionPool {
    const found = this.#pools.get(record.name);
    if (found) return found;
    const { name, settings } = record;
    const { logGroup, runtime } = settings;
    if (!this.#toldRuntimes.has(runtime)) {
      this.#toldRuntimes.add(runtime);
      this.context.log(`Functions of ${runtime} run on Node.js ${process.versions.node}, which runs the local cloud.`);
    }
    const pool = new FunctionPool({
      mostEnvironments: record.reservedConcurrency,
      settings: async () => {
        const damage = this.damageOf(record);
        if (damage) throw new AwsError('InvalidZipFileException', damage, 502);
        const taskRoot = await this.#taskRoots.of(record.codeId, this.code.folderOf(record.codeId));
        return {
          functionName: name,
          handler: settings.handler,
          runtime,
          memorySizeMb: settings.memorySize,
          timeoutSeconds: settings.timeout,
          codeId: record.codeId,
          taskRoot,
          variables: runtimeVariables(this.context, record, taskRoot),
          logGroup,
          logFormat: settings.logFormat,
          applicationLogLevel: settings.applicationLogLevel,
        };
      },
      writeLog: (line) => {
        if (!this.#mayWrite(record, line.logStream)) return;
        this.context.events.emit('lambda:log', { functionName: name, logGroup, ...line });
      },
    });
    this.#pools.set(name, pool);
    return pool;
  }

  /** Lambda writes a function's log with its role; what the role may not write is lost, and nobody is told. */
  #mayWrite({ name, settings }: FunctionRecord, logStream: string): boolean {
    const resource = streamResource(this.context, settings.logGroup, logStream);
    const permissions = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource }));
    try {
      this.context.authorize(this.context.assumeRole(settings.role, name), permissions);
      return true;
    } catch {
      return false;
    }
  }

  /** Functions that were told of the ports learn of others in their next environment. */
  #retireOutdated(): void {
    const variables = JSON.stringify(this.context.hostVariables());
    if (variables === this.#hostVariables) return;
    this.#hostVariables = variables;
    for (const name of [...this.#pools.keys()]) this.#retirePool(name);
  }

  #retirePool(name: string): void {
    const pool = this.#pools.get(name);
    if (!pool) return;
    this.#pools.delete(name);
    this.#warm.delete(name);
    this.#retired.add(pool);
    pool.retire().then(() => this.#retired.delete(pool));
  }
}
