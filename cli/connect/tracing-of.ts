import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { connectTraces, type Tracing } from '../../client/traces/connect-traces.ts';
import type { Connection } from './connect.ts';

/** The traces and monitors of a connection. */
export const tracingOf = ({ clients, outputs }: Connection): Promise<Tracing> =>
  connectTraces(new CloudFormationClient(clients.settings), clients, outputs);
