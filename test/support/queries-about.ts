import { BatchGetQueryExecutionCommand, paginateListQueryExecutions } from '@aws-sdk/client-athena';
import type { RollcallCloud } from './rollcall-cloud.ts';

/** The statements Athena was asked to run that contain one of these words, the oldest first. */
export async function queriesAbout(cloud: RollcallCloud, words: readonly string[]): Promise<string[]> {
  const found: { sql: string; at: number }[] = [];
  const WorkGroup = cloud.output('WorkGroupName');
  for await (const { QueryExecutionIds = [] } of paginateListQueryExecutions({ client: cloud.athena }, { WorkGroup })) {
    if (QueryExecutionIds.length === 0) continue;
    const { QueryExecutions = [] } = await cloud.athena.send(new BatchGetQueryExecutionCommand({ QueryExecutionIds }));
    for (const { Query: sql = '', Status } of QueryExecutions) {
      if (words.some((word) => sql.includes(word))) found.push({ sql, at: Status?.SubmissionDateTime?.getTime() ?? 0 });
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ sql }) => sql);
}
