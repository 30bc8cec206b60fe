import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import { namedQueryId, nextToken, onePage, parseInput, token, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const LONGEST_QUERY = 262_144;

const createNamedQuerySchema = z.looseObject({
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
    } = parseInput(createNamedQuerySchema, input);
    workGroups.get(WorkGroup);
    const known = ClientRequestToken === undefined ? undefined : queries.byToken.get(ClientRequestToken);
    if (known) return { NamedQueryId: known };
    const NamedQueryId = randomUUID();
    if (ClientRequestToken) queries.byToken.set(ClientRequestToken, NamedQueryId);
    queries.put({ NamedQueryId, Name, Description, Database, QueryString, WorkGroup });
    return { NamedQueryId };
  },
});

const getNamedQuerySchema = z.looseObject({ NamedQueryId: namedQueryId });

export const getNamedQuery = (queries: NamedQueries, workGroups: WorkGroups): Operation<{ NamedQueryId?: string }> => ({
  permissions: ({ NamedQueryId }) => workGroups.permission('GetNamedQuery', queries.get(NamedQueryId)?.WorkGroup),
  async run(input) {
    return { NamedQuery: queries.find(parseInput(getNamedQuerySchema, input).NamedQueryId) };
  },
});

const listNamedQueriesSchema = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

export const listNamedQueries = (queries: NamedQueries, workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('ListNamedQueries', WorkGroup),
  async run(input) {
    const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(listNamedQueriesSchema, input);
    const all = queries.ofWorkGroup(WorkGroup);
    const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
    return { NamedQueryIds: items.map((query) => query.NamedQueryId), NextToken: next };
  },
});

const deleteNamedQuerySchema = z.looseObject({ NamedQueryId: namedQueryId });

export const deleteNamedQuery = (
  queries: NamedQueries,
  workGroups: WorkGroups,
): Operation<{ NamedQueryId?: string }> => ({
  permissions: ({ NamedQueryId }) => workGroups.permission('DeleteNamedQuery', queries.get(NamedQueryId)?.WorkGroup),
  async run(input) {
    queries.delete(queries.find(parseInput(deleteNamedQuerySchema, input).NamedQueryId).NamedQueryId);
    return {};
  },
});
