import * as z from 'zod';
import { TOOL_FORMATS, writeTools } from '../../../core/tools/tool-formats.ts';
import { toolsOf } from '../../../core/tools/universal-tools.ts';
import { type Route, route } from '../route.ts';

/** The targets as tools for models. */
export const toolRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/tools',
    summary: 'Returns registered targets as tools, with a batch_ tool where batches are enabled.',
    role: 'viewer',
    query: z.object({ format: z.enum(TOOL_FORMATS).default('universal') }),
    answer: z.object({
      format: z.enum(TOOL_FORMATS),
      tools: z.array(z.record(z.string(), z.unknown())),
      summary: z.object({ total: z.number(), batchVariants: z.number() }),
    }),
    async handler({ caller, query: { format } }, { installation }) {
      const tools = toolsOf((await installation.targets.list(caller.tenant)).map(({ target }) => target));
      const batchVariants = tools.filter(({ kind }) => kind === 'batch').length;
      const written = writeTools(tools, format) as Record<string, unknown>[];
      return { format, tools: written, summary: { total: tools.length, batchVariants } };
    },
  }),
];
