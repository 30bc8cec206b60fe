import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import { parseInput, token, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const LONGEST_QUERY = 262_144;

const schema = z.looseObject({
  Name: z.string().min(1).max(128),
  Description: z.string().min(1).max(1024).optional(),
  Database: z.string().min(1).max(255),
  QueryString: z.string().min(1).max(LONGEST_QUERY),
  ClientRequestToken: token.optional(),
  WorkGroup: workGroupName.optional(),
});

export const createNamedQuery = (queries: NamedQueries, workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('CreateNamedQuery', WorkGroup),
  async run(input) {
    const {
      ClientRequestToken,
      Name,
      Description,
      Database,
      QueryString,
      WorkGroup = PRIMARY,
    } = parseInput(schema, input);
    workGroups.get(WorkGroup);
    const known = ClientRequestToken === undefined ? undefined : queries.byToken.get(ClientRequestToken);
    if (known) return { NamedQueryId: known };
    const NamedQueryId = randomUUID();
    if (ClientRequestToken) queries.byToken.set(ClientRequestToken, NamedQueryId);
    queries.put({ NamedQueryId, Name, Description, Database, QueryString, WorkGroup });
    return { NamedQueryId };
  },
});
