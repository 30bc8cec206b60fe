import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { LogGroups } from './log-groups.ts';
import { createLogStream, filterLogEvents, putLogEvents } from './operations/log-events.ts';
import {
  createLogGroup,
  deleteLogGroup,
  deleteRetentionPolicy,
  describeLogGroups,
  putRetentionPolicy,
} from './operations/log-groups.ts';

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
