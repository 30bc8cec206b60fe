import { createApiGatewayService } from './apigatewayv2/service.ts';
import { deleteStack } from './assembly/delete-stack.ts';
import { loadAssemblies } from './assembly/load-assemblies.ts';
import type { LoadReport } from './assembly/load-report.ts';
import { StackStore } from './assembly/stack-store.ts';
import { createAthenaService } from './athena/service.ts';
import type { CloudContext } from './cloud-context.ts';
import { createCloudFormationService } from './cloudformation/service.ts';
import { createCloudWatchService } from './cloudwatch/service.ts';
import { createCloud } from './create-cloud.ts';
import { type DataDirectoryOptions, openDataDirectory } from './data-directory.ts';
import { createDynamoDbService } from './dynamodb/service.ts';
import { createEventBridgeService } from './eventbridge/service.ts';
import { createGlueService } from './glue/service.ts';
import { Authorizer } from './iam/authorizer.ts';
import type { Grant } from './iam/grant-usage.ts';
import { PolicyStore } from './iam/policy-store.ts';
import { createLakeFormationService } from './lakeformation/service.ts';
import { createLambdaService } from './lambda/service.ts';
import type { LatencyModel } from './latency.ts';
import { createLocalCloudService } from './localcloud/service.ts';
import { createLogsService } from './logs/service.ts';
import { checkOpenFiles } from './open-files.ts';
import type { ApiQuotas } from './quotas/api-quotas.ts';
import type { Limits } from './quotas/limits.ts';
import { createThrottle } from './quotas/throttle.ts';
import { createS3Service } from './s3/service.ts';
import { createSecretsManagerService } from './secretsmanager/service.ts';
import type { Service } from './service.ts';
import { createSnsService } from './sns/service.ts';
import { createSqsService } from './sqs/service.ts';
import { createStepFunctionsService } from './stepfunctions/service.ts';
import { onDamage, repairFolder } from './store/damaged-file.ts';
import { createStsService } from './sts/service.ts';

export interface LocalCloudOptions extends DataDirectoryOptions {
  /** The folder that holds all state. */
  readonly data: string;
  /** On loopback; a free one when none is given. */
  readonly port?: number;
  /** Cloud assemblies (`cdk.out` folders) to load, in any order; or what makes them, once the data folder is ours. */
  readonly assemblies?: readonly string[] | (() => Promise<readonly string[]>);
  /** Sets aside what is damaged in the folder, and goes on with the rest. */
  readonly repair?: boolean;
  readonly log?: (line: string) => void;
  /** Logs which resources and properties of a template have no effect here. Default: true */
  readonly notes?: boolean;
  /** Told when the data folder is moved or deleted while the cloud runs. Default: a line in the log */
  readonly onLost?: (error: Error) => void;
  /** Environment variables that every function gets, whatever its own are, by the ports that the cloud listens on. */
  readonly variables?: (ports: readonly number[]) => Readonly<Record<string, string>>;
  /** The stack output with the address that a person is sent to who opens the endpoint in a browser. */
  readonly homeOutput?: string;
  /** How often operations may be called: AWS's defaults, and in their place those given here; `none` throttles nothing. */
  readonly quotas?: ApiQuotas | 'none';
  /** What may be under way at once. Default: 1,000 invocations and 200 queries, as in an older account */
  readonly limits?: Partial<Limits>;
  /** How long AWS would take for what happens here at once. Default: no time is added. */
  readonly latency?: LatencyModel;
}

export interface LocalCloud {
  readonly endpoint: string;
  readonly context: CloudContext;
  /** What is hosted: the operations of each service, by its SigV4 name. */
  operations(): Record<string, string[]>;
  /** What the roles of the templates are granted, and which of that they have asked for since the start. */
  grants(): Grant[];
  /** Brings the stacks into line with the assemblies as they are now on disk. */
  load(assemblies: readonly string[], options?: { readonly importsExisting?: boolean }): Promise<LoadReport>;
  /** Deletes a stack, as `cdk destroy` does. */
  destroy(stackName: string): Promise<void>;
  close(): Promise<void>;
}

/** All hosted services on one port, with the given assemblies loaded. */
export async function createLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const log = options.log ?? (() => {});
  checkOpenFiles();
  const data = await openDataDirectory(options.data, options);
  const closing: (() => Promise<void> | void)[] = [() => data.release(), onDamage(log)];
  const repaired = options.repair ? repairFolder(data.path) : () => {};
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };

  try {
    const { assemblies: given = [] } = options;
    const made = Promise.resolve(typeof given === 'function' ? given() : given);
    // While the services start; a failure is reported where it is awaited.
    made.catch(() => {});
    const stacks = new StackStore(data.path);
    const policies = new PolicyStore(data.path);
    closing.push(() => policies.close());
    let authorizer: Authorizer | undefined;
    let services: Service[] = [];
    const cloud = await createCloud({
      dataDir: data.path,
      port: options.port ?? 0,
      home: () => stacks.output(options.homeOutput),
      variables: options.variables,
      log,
      async services(context) {
        authorizer = new Authorizer({ store: policies, accountId: context.accountId, region: context.region, log });
        services = [
          ...(await createServices(context, stacks, authorizer)),
          createLocalCloudService((given) => load(given)),
        ];
        return services;
      },
      authorize: (caller, permissions) => authorizer?.authorize(caller, permissions),
      throttle: createThrottle({ quotas: options.quotas, log }),
      latency: options.latency,
      limits: options.limits,
    });
    closing.push(() => cloud.close());
    const { context, endpoint } = cloud;
    if (!authorizer) throw new Error('the services were not made');
    stacks.follow(context.follow);
    const decider = authorizer;
    const loader = { context, policies, authorizer, stacks, repairs: options.repair };
    let loading: Promise<unknown> = Promise.resolve();
    // One after the other: they work on the same stacks.
    const load: LocalCloud['load'] = (assemblies, { importsExisting } = {}) => {
      const loaded = loading.then(async () => {
        const report = await loadAssemblies({ ...loader, importsExisting }, assemblies);
        for (const line of report.lines(options.notes)) log(line);
        return report;
      });
      loading = loaded.catch(() => {});
      return loaded;
    };
    const destroy = async (stackName: string) => {
      for (const line of (await deleteStack(loader, stackName)).lines()) log(line);
    };
    const assemblies = await made;
    if (assemblies.length > 0) await load(assemblies);
    data.announce(endpoint, context.region);
    data.onLost(options.onLost ?? ((error) => log(error.message)));
    const operations = () =>
      Object.fromEntries(services.map((service) => [service.name, Object.keys(service.operations).sort()]));
    return { endpoint, context, operations, grants: () => decider.grants(), load, destroy, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    repaired();
  }
}

/** In the order of who needs whom: they close the other way round, so that what runs ends before what it runs on. */
async function createServices(context: CloudContext, stacks: StackStore, authorizer: Authorizer): Promise<Service[]> {
  const templates = {
    isServiceAllowed: (...request: Parameters<Authorizer['isServiceAllowed']>) =>
      authorizer.isServiceAllowed(...request),
    defines: (arn: string) => stacks.defines(arn),
  };
  const s3 = await createS3Service(context);
  const glue = createGlueService(context);
  return [
    createCloudFormationService(context, stacks),
    createStsService(context),
    createSecretsManagerService(context),
    createLogsService(context),
    createCloudWatchService(context),
    s3,
    glue,
    createLakeFormationService(glue.catalog.registered),
    createDynamoDbService(context),
    createSqsService(context),
    await createAthenaService(context, { s3, glue }),
    createLambdaService(context),
    createSnsService(context, templates),
    createEventBridgeService(context, templates),
    await createStepFunctionsService(context),
    await createApiGatewayService(context, templates),
  ];
}
