import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { createLogGroup } from './create-log-group.ts';
import { createLogStream } from './create-log-stream.ts';
import { deleteLogGroup } from './delete-log-group.ts';
import { deleteRetentionPolicy } from './delete-retention-policy.ts';
import { describeLogGroups } from './describe-log-groups.ts';
import { describeLogStreams } from './describe-log-streams.ts';
import { filterLogEvents } from './filter-log-events.ts';
import { getLogEvents } from './get-log-events.ts';
import { LogGroups } from './log-groups.ts';
import { putLogEvents } from './put-log-events.ts';
import { putRetentionPolicy } from './put-retention-policy.ts';

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
      DescribeLogStreams: describeLogStreams(groups),
      FilterLogEvents: filterLogEvents(groups),
      GetLogEvents: getLogEvents(groups),
      PutLogEvents: putLogEvents(groups),
      PutRetentionPolicy: putRetentionPolicy(groups),
    },
    async close() {
      groups.close();
    },
  };
}
