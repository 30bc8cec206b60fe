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
    summary: 'Lists the registered targets by name.',
    role: 'viewer',
    answer: z.object({ targets: z.array(targetAnswerSchema) }),
    handler: async ({ caller }, { installation }) => ({
      targets: (await installation.targets.list(caller.tenant)).map(shown),
    }),
  }),
  route({
    method: 'GET',
    path: PATH,
    summary: 'A registered target. Its ETag is what If-Match takes.',
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
    summary: 'Registers a target or changes it; with If-Match only in the place of that version.',
    role: 'admin',
    params: targetParamsSchema,
    body: z.record(z.string(), z.unknown()).describe('The target; integration and action are those of the path'),
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
    summary: 'Forgets a target. Runs, jobs and results of it stay.',
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
    summary: 'Calls a target once with an input. What takes longer than 20 s is answered as a job.',
    role: 'operator',
    params: targetParamsSchema,
    body: z.strictObject({ input: z.unknown() }),
    answer: calledTargetSchema,
    idempotent: true,
    handler: ({ caller, params, body }, { installation }) =>
      callTarget(caller.tenant, targetNameOf(params), body.input, installation),
  }),
];
