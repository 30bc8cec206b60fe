import { ArnFormat, CfnOutput, type Environment, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { RollcallAlarms } from '../constructs/alarms.ts';
import { RollcallDashboard } from '../constructs/dashboard.ts';
import { RunMetrics, type Watched } from '../constructs/run-metrics.ts';
import { SavedQueries } from '../constructs/saved-queries.ts';
import type { Settings } from '../settings.ts';
import type { OrchestrationStack } from './orchestration-stack.ts';
import type { StorageStack } from './storage-stack.ts';

export interface MonitoringStackProps {
  /** Default: what the command line of CDK says */
  readonly env?: Environment;
  readonly settings: Settings;
  readonly storage: StorageStack;
  readonly orchestration: OrchestrationStack;
}

/** What people look at: dashboard, alarms, saved queries. Nothing depends on it. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, { env, settings, storage, orchestration }: MonitoringStackProps) {
    super(scope, id, { env, stackName: id, description: 'Rollcall: dashboard, alarms and saved queries' });
    const watched: Watched = {
      metrics: new RunMetrics(settings.stage),
      settings,
      stateMachineArns: orchestration.stateMachineNames.map((resourceName) =>
        this.formatArn({
          service: 'states',
          resource: 'stateMachine',
          resourceName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
      functionNames: orchestration.functionNames,
      workGroupName: storage.workGroupName,
    };
    const dashboard = new RollcallDashboard(this, 'Dashboard', watched);
    const alarms = new RollcallAlarms(this, 'Alarms', watched);
    new SavedQueries(this, 'SavedQueries', storage);
    // Saved queries belong to the workgroup; the dashboard's log table wants its log groups.
    this.addStackDependency(storage);
    this.addStackDependency(orchestration);

    new CfnOutput(this, 'AlarmTopicArn', { value: alarms.topic.topicArn });
    new CfnOutput(this, 'DashboardName', { value: dashboard.dashboardName });
  }
}
