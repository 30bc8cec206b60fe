import { CfnOutput, Duration, type Environment, Stack } from 'aws-cdk-lib';
import { CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { AttributeType, ProjectionType, type Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { CfnDatabase } from 'aws-cdk-lib/aws-glue';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { DATABASE } from '../../contracts/table-names.ts';
import { LISTING } from '../../core/listing.ts';
import { INDEX_SORT_KEY, PROJECTED_ATTRIBUTES, RUN_INDEXES } from '../../domain/run-records/run-listing.ts';
import { allow } from '../allow.ts';
import { DataBucket } from '../constructs/data-bucket.ts';
import { GlueTables } from '../constructs/glue-tables.ts';
import { ImportedTable } from '../constructs/imported-table.ts';
import { KeptTable } from '../constructs/kept-table.ts';
import { S3Tables } from '../constructs/s3-tables.ts';
import { ScoresTable } from '../constructs/scores-table.ts';
import { StagedMonitorResults } from '../constructs/staged-monitor-results.ts';
import { StagingTable } from '../constructs/staging-table.ts';
import { KEPT } from '../kept.ts';
import type { Settings } from '../settings.ts';

/** One query may scan this much before Athena stops it: $5 at list price. */
const SCAN_CUTOFF_BYTES = 1024 ** 4;

export interface StorageStackProps {
  /** Default: what the command line of CDK says */
  readonly env?: Environment;
  readonly settings: Settings;
}

/** Everything that keeps state. Nothing here is replaced by a change of code. */
export class StorageStack extends Stack {
  readonly bucket: DataBucket;
  readonly bucketArn: string;
  readonly runsTable: Table;
  readonly batchCountsTable: Table;
  readonly rateLimitsTable: Table;
  readonly configsTable: Table;
  readonly targetsTable: Table;
  readonly apiKeysTable: Table;
  readonly apiRequestsTable: Table;
  readonly workGroupName: string;
  readonly databaseName: string;
  /** The catalog that holds datasets and results. */
  readonly catalogName: string;
  readonly tableBucketArn?: string;

  constructor(scope: Construct, id: string, { env, settings }: StorageStackProps) {
    super(scope, id, { env, stackName: id, description: 'Rollcall: datasets, results and run records' });
    // The name is known beforehand, so that policies of other stacks can spell out its prefixes.
    const bucketName = `rollcall-${this.account}-${this.region}${settings.suffix}`;
    this.bucket = new DataBucket(this, 'DataBucket', bucketName);
    // The console sends files straight to the bucket, by presigned URLs, which are all the permission they need.
    if (settings.api)
      this.bucket.addCorsRule({ allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['*'] });
    const expiration = Duration.days(settings.traceDays);
    this.bucket.addLifecycleRule({ id: 'traces', prefix: PREFIXES.traces, expiration });
    this.bucketArn = this.formatArn({ service: 's3', region: '', account: '', resource: bucketName });
    this.databaseName = `${DATABASE}${settings.suffix.replace('-', '_')}`;

    const database = new CfnDatabase(this, 'Database', {
      catalogId: this.account,
      databaseInput: { name: this.databaseName, description: 'Rollcall datasets and evaluation results' },
    });
    database.applyRemovalPolicy(KEPT);
    const inGlue = { catalogId: this.account, databaseName: this.databaseName, bucket: this.bucket };
    new StagingTable(this, 'StagingTable', inGlue).addResourceDependency(database);
    new ScoresTable(this, 'ScoresTable', inGlue).addResourceDependency(database);
    new ImportedTable(this, 'ImportedTable', inGlue).addResourceDependency(database);
    new StagedMonitorResults(this, 'StagedMonitorResults', inGlue).addResourceDependency(database);

    if (settings.tables === 's3tables') {
      const tableBucketName = `rollcall-tables${settings.suffix}`;
      new S3Tables(this, 'S3Tables', { tableBucketName, namespace: this.databaseName });
      this.tableBucketArn = this.formatArn({ service: 's3tables', resource: 'bucket', resourceName: tableBucketName });
      this.catalogName = `s3tablescatalog/${tableBucketName}`;
    } else {
      if (settings.tableCreation === 'cloudformation')
        new GlueTables(this, 'GlueTables', inGlue).node.addDependency(database);
      this.catalogName = 'AwsDataCatalog';
    }

    this.runsTable = this.#runs();
    this.batchCountsTable = this.#table('BatchCounts', 'evaluation_id', {
      sortKey: { name: 'batch', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires_at',
    });
    this.rateLimitsTable = this.#table('RateLimits', 'rate_key', { timeToLiveAttribute: 'expires_at' });
    this.configsTable = this.#listed('Configs', 'config_id', ['version', 'updated_at']);
    this.targetsTable = this.#table('Targets', 'tenant', { sortKey: { name: 'target', type: AttributeType.STRING } });
    const ofKeys = ['name', 'tenant', 'role', 'created_at', 'last_used_at', 'revoked_at'];
    this.apiKeysTable = this.#listed('ApiKeys', 'key_id', ofKeys);
    this.apiRequestsTable = this.#table('ApiRequests', 'request_id', { timeToLiveAttribute: 'expires_at' });

    this.workGroupName = `rollcall${settings.suffix}`;
    const workGroup = new CfnWorkGroup(this, 'WorkGroup', {
      name: this.workGroupName,
      // A workgroup that was used holds a history of queries, and is not deleted without this.
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: true,
        bytesScannedCutoffPerQuery: SCAN_CUTOFF_BYTES,
        engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
        resultConfiguration: {
          outputLocation: this.bucket.s3UrlForObject(PREFIXES.athena),
          encryptionConfiguration: { encryptionOption: 'SSE_S3' },
        },
      },
    });
    workGroup.node.addDependency(this.bucket);

    for (const [name, value] of Object.entries({
      DataBucketName: this.bucket.bucketName,
      DatabaseName: this.databaseName,
      CatalogName: this.catalogName,
      WorkGroupName: this.workGroupName,
      RunsTableName: this.runsTable.tableName,
      BatchCountsTableName: this.batchCountsTable.tableName,
      ConfigsTableName: this.configsTable.tableName,
      TargetsTableName: this.targetsTable.tableName,
      ApiKeysTableName: this.apiKeysTable.tableName,
    })) {
      new CfnOutput(this, name, { value });
    }
  }

  /** Lets a role act on the objects below some prefixes of the data bucket. */
  allowObjects(role: IRole, actions: string[], prefixes: string[]): void {
    const objects = prefixes.map((prefix) => `${this.bucketArn}/${prefix}*`);
    allow(role, actions, objects, 'Objects below a prefix of our own bucket.');
  }

  /** Listed by its indexes, newest first. */
  #runs(): Table {
    const table = this.#table('Runs', 'evaluation_id', { timeToLiveAttribute: 'expires_at' });
    for (const { IndexName, partition } of Object.values(RUN_INDEXES)) {
      addIndex(table, IndexName, [partition, INDEX_SORT_KEY], PROJECTED_ATTRIBUTES);
    }
    return table;
  }

  /** @param attributes what a list shows besides keys */
  #listed(id: string, key: string, attributes: string[]): Table {
    const table = this.#table(id, key);
    addIndex(table, LISTING.IndexName, [LISTING.partition, LISTING.sortKey], attributes);
    return table;
  }

  #table(id: string, key: string, more: Partial<TableProps> = {}): Table {
    return new KeptTable(this, id, { ...more, partitionKey: { name: key, type: AttributeType.STRING } });
  }
}

function addIndex(table: Table, indexName: string, [partition, sort]: [string, string], attributes: string[]): void {
  table.addGlobalSecondaryIndex({
    indexName,
    partitionKey: { name: partition, type: AttributeType.STRING },
    sortKey: { name: sort, type: AttributeType.STRING },
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: attributes,
  });
}
