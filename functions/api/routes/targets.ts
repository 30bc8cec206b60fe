import * as z from 'zod';
import { callTarget } from '../../../client/jobs/call-target.ts';
import { putTarget } from '../../../client/targets/put-target.ts';
import { parseTarget } from '../../../client/targets/target-store.ts';
import { calledTargetSchema } from '../../../contracts/api/jobs.ts';
import { targetAnswerSchema, targetParamsSchema } from '../../../contracts/api/targets.ts';
import { type StoredTarget, targetNameOf } from '../../../contracts/target.ts';
import { ApiError } from '../api-error.ts';
import { versionOf } from '../if-match.ts';
import { refuseUnbound } from '../refuse-unbound.ts';
import { type Route, route } from '../route.ts';

const PATH = '/api/v1/targets/{integration}/{action}';
const shown = ({ version, updatedAt, target }: StoredTarget) => ({ ...target, version, updatedAt });
const etag = ({ version }: StoredTarget): string => `"${version}"`;

/** The registry of targets. */
export const targetRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/targets',
    summary: 'Lists registered targets by name.',
    role: 'viewer',
    answer: z.object({ targets: z.array(targetAnswerSchema) }),
    handler: async ({ caller }, { installation }) => ({
      targets: (await installation.targets.list(caller.tenant)).map(shown),
    }),
  }),
  route({
    method: 'GET',
    path: PATH,
    summary: 'Returns a registered target, with its version as ETag.',
    role: 'viewer',
    params: targetParamsSchema,
    answer: targetAnswerSchema,
    async handler({ caller, params, setHeader }, { installation }) {
      const stored = await installation.targets.read(caller.tenant, targetNameOf(params));
      setHeader('etag', etag(stored));
      return shown(stored);
    },
  }),
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Creates or updates a target. With If-Match, only that version is replaced.',
    role: 'admin',
    params: targetParamsSchema,
    body: z.record(z.string(), z.unknown()).describe('The target, without integration and action'),
    answer: targetAnswerSchema,
    async handler({ caller, params, body, header, setHeader }, dependencies) {
      const { installation } = dependencies;
      const target = { ...params, ...body };
      if (target.integration !== params.integration || target.action !== params.action) {
        throw new ApiError('InvalidRequest', `The body names another target than the path, ${targetNameOf(params)}.`);
      }
      refuseUnbound(parseTarget(target), caller, dependencies);
      const stored = await putTarget(installation.targets, caller.tenant, target, versionOf(header));
      setHeader('etag', etag(stored));
      return shown(stored);
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    summary: 'Deletes a target. Its runs, batch jobs and results are kept.',
    role: 'admin',
    params: targetParamsSchema,
    answer: z.object({ deleted: z.string() }),
    async handler({ caller, params, header }, { installation }) {
      const name = targetNameOf(params);
      await installation.targets.remove(caller.tenant, name, versionOf(header));
      return { deleted: name };
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/try`,
    summary: 'Calls a target once. A call that takes longer than 20 s returns a batch job.',
    role: 'operator',
    params: targetParamsSchema,
    body: z.strictObject({ input: z.unknown() }),
    answer: calledTargetSchema,
    idempotent: true,
    handler: ({ caller, params, body }, { installation }) =>
      callTarget(caller.tenant, targetNameOf(params), body.input, installation),
  }),
];
