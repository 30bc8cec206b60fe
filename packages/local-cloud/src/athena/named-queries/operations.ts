import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { invalidRequest } from '../errors.ts';
import { nextToken, onePage, parseInput, token, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const LONGEST_QUERY = 262_144;
const id = z.string().min(1).max(128);
const createInput = z.looseObject({
  Name: z.string().min(1).max(128),
  Description: z.string().min(1).max(1024).optional(),
  Database: z.string().min(1).max(255),
  QueryString: z.string().min(1).max(LONGEST_QUERY),
  ClientRequestToken: token.optional(),
  WorkGroup: workGroupName.optional(),
});
const byId = z.looseObject({ NamedQueryId: id });
const byIds = z.looseObject({ NamedQueryIds: z.array(id).min(1).max(50) });
const listInput = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

interface NamedQuery {
  readonly NamedQueryId: string;
  readonly Name: string;
  readonly Description?: string;
  readonly Database: string;
  readonly QueryString: string;
  readonly WorkGroup: string;
}

/** CreateNamedQuery, GetNamedQuery, BatchGetNamedQuery, ListNamedQueries, DeleteNamedQuery */
export function namedQueryOperations(context: CloudContext, workGroups: WorkGroups) {
  const queries = new DurableMap<NamedQuery>(join(context.dataDir, 'athena', 'named-queries.jsonl'));
  const byToken = new Map<string, string>();

  const find = (NamedQueryId: string): NamedQuery => {
    const found = queries.get(NamedQueryId);
    if (!found) throw invalidRequest(`NamedQuery ${NamedQueryId} was not found`);
    return found;
  };
  const ofQuery = (action: string) => (input: { NamedQueryId?: string }) =>
    workGroups.permission(action, queries.get(String(input.NamedQueryId))?.WorkGroup);

  const CreateNamedQuery: Operation<{ WorkGroup?: string }> = {
    permissions: ({ WorkGroup }) => workGroups.permission('CreateNamedQuery', WorkGroup),
    async run(input) {
      const {
        ClientRequestToken,
        Name,
        Description,
        Database,
        QueryString,
        WorkGroup = PRIMARY,
      } = parseInput(createInput, input);
      workGroups.get(WorkGroup);
      const known = ClientRequestToken === undefined ? undefined : byToken.get(ClientRequestToken);
      if (known) return { NamedQueryId: known };
      const NamedQueryId = randomUUID();
      if (ClientRequestToken) byToken.set(ClientRequestToken, NamedQueryId);
      queries.set(NamedQueryId, { NamedQueryId, Name, Description, Database, QueryString, WorkGroup });
      return { NamedQueryId };
    },
  };

  const GetNamedQuery: Operation<{ NamedQueryId?: string }> = {
    permissions: ofQuery('GetNamedQuery'),
    async run(input) {
      return { NamedQuery: find(parseInput(byId, input).NamedQueryId) };
    },
  };

  const BatchGetNamedQuery: Operation<{ NamedQueryIds?: unknown[] }> = {
    permissions: ({ NamedQueryIds }) =>
      (Array.isArray(NamedQueryIds) ? NamedQueryIds : []).flatMap((one) =>
        workGroups.permission('BatchGetNamedQuery', queries.get(String(one))?.WorkGroup),
      ),
    async run(input) {
      const { NamedQueryIds } = parseInput(byIds, input);
      return {
        NamedQueries: NamedQueryIds.flatMap((one) => queries.get(one) ?? []),
        UnprocessedNamedQueryIds: NamedQueryIds.filter((one) => !queries.has(one)).map((NamedQueryId) => ({
          NamedQueryId,
          ErrorCode: 'INVALID_INPUT',
          ErrorMessage: `NamedQuery ${NamedQueryId} was not found`,
        })),
      };
    },
  };

  const ListNamedQueries: Operation<{ WorkGroup?: string }> = {
    permissions: ({ WorkGroup }) => workGroups.permission('ListNamedQueries', WorkGroup),
    async run(input) {
      const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(listInput, input);
      const all = [...queries.values()].filter((query) => query.WorkGroup === WorkGroup);
      const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
      return { NamedQueryIds: items.map((query) => query.NamedQueryId), NextToken: next };
    },
  };

  const DeleteNamedQuery: Operation<{ NamedQueryId?: string }> = {
    permissions: ofQuery('DeleteNamedQuery'),
    async run(input) {
      queries.delete(find(parseInput(byId, input).NamedQueryId).NamedQueryId);
      return {};
    },
  };

  return {
    operations: { CreateNamedQuery, GetNamedQuery, BatchGetNamedQuery, ListNamedQueries, DeleteNamedQuery },
    close: () => queries.close(),
  };
}
