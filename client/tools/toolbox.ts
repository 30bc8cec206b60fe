import type { Installation } from '../connect/installation.ts';
import { JOB_TOOLS } from './job-tools.ts';
import { RUN_TOOLS } from './run-tools.ts';
import { targetTools } from './target-tools.ts';
import type { Tool, ToolUser } from './tool.ts';

/** All tools a user has: their targets', and Rollcall's own for jobs and runs. */
export async function toolbox({ tenant, mayRun }: ToolUser, installation: Installation): Promise<Tool[]> {
  const all = [...(await targetTools(tenant, installation)), ...JOB_TOOLS, ...RUN_TOOLS];
  return all.filter(({ changes }) => mayRun || !changes);
}
