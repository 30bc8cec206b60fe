import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { LogGroups } from './log-groups.ts';
import { createLogGroup } from './operations/create-log-group.ts';
import { createLogStream } from './operations/create-log-stream.ts';
import { deleteLogGroup } from './operations/delete-log-group.ts';
import { deleteRetentionPolicy } from './operations/delete-retention-policy.ts';
import { describeLogGroups } from './operations/describe-log-groups.ts';
import { filterLogEvents } from './operations/filter-log-events.ts';
import { putLogEvents } from './operations/put-log-events.ts';
import { putRetentionPolicy } from './operations/put-retention-policy.ts';

/** Amazon CloudWatch Logs. Lines of functions come in by the `lambda:log` event; a function's group is made by its first line. */
export function createLogsService(context: CloudContext): Service {
  const groups = new LogGroups(context);
  return {
    name: 'logs',
    protocol: jsonProtocol('1.1'),
    operations: {
      CreateLogGroup: createLogGroup(groups),
      CreateLogStream: createLogStream(groups),
      DeleteLogGroup: deleteLogGroup(groups),
      DeleteRetentionPolicy: deleteRetentionPolicy(groups),
      DescribeLogGroups: describeLogGroups(groups),
      FilterLogEvents: filterLogEvents(groups),
      PutLogEvents: putLogEvents(groups),
      PutRetentionPolicy: putRetentionPolicy(groups),
    },
    async close() {
      groups.close();
    },
  };
}
