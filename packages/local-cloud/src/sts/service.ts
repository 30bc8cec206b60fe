import type { CloudContext } from '../cloud-context.ts';
import { queryProtocol } from '../gateway/query-protocol.ts';
import type { Service } from '../service.ts';
import { assumeRole, getCallerIdentity } from './operations.ts';

export function createStsService(context: CloudContext): Service {
  return {
    name: 'sts',
    protocol: queryProtocol('https://sts.amazonaws.com/doc/2011-06-15/'),
    operations: {
      AssumeRole: assumeRole(context),
      GetCallerIdentity: getCallerIdentity(context),
    },
  };
}
