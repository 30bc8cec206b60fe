import type { ListedConfig } from '../../../client/configs/config-store.ts';
import {
  configListSchema,
  configParamsSchema,
  configSchema,
  deletedConfigSchema,
} from '../../../contracts/api/configs.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { ownerOf, ownId } from '../../../contracts/tenant.ts';
import { ApiError } from '../api-error.ts';
import { versionOf } from '../if-match.ts';
import { refuseUnbound } from '../refuse-unbound.ts';
import { type Route, route } from '../route.ts';

const shown = <T extends ListedConfig>({ configId, ...rest }: T) => ({ configId: ownerOf(configId).id, ...rest });
const etag = ({ version }: ListedConfig): string => `"${version}"`;
const notFound = (id: string) => new RollcallError('ConfigNotFound', `There is no configuration ${id}.`);
const stale = (id: string) =>
  new ApiError('PreconditionFailed', `Configuration ${id} was changed since it was read. Read it again.`);

export const configRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/configs',
    summary: 'Lists stored configurations by name.',
    role: 'viewer',
    answer: configListSchema,
    async handler({ caller }, { configs }) {
      return { configs: (await configs.list(caller.tenant)).map(shown) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/configs/{id}',
    summary: 'Returns a stored configuration, with its version as ETag.',
    role: 'viewer',
    params: configParamsSchema,
    answer: configSchema,
    async handler({ caller, params: { id }, setHeader }, { configs }) {
      const found = await configs.find(ownId(caller.tenant, id));
      if (!found) throw notFound(id);
      setHeader('etag', etag(found));
      return shown(found);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v1/configs/{id}',
    summary: 'Creates or updates a configuration. With If-Match, only that version is replaced.',
    role: 'operator',
    params: configParamsSchema,
    body: evaluationConfigSchema,
    answer: configSchema,
    async handler({ caller, params: { id }, body, header, setHeader }, dependencies) {
      refuseUnbound(body, caller, dependencies);
      const { configs } = dependencies;
      const stored = await configs.put(ownId(caller.tenant, id), body, versionOf(header));
      if (!stored) throw stale(id);
      setHeader('etag', etag(stored));
      return shown(stored);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/configs/{id}',
    summary: 'Deletes a stored configuration. Runs keep their copy.',
    role: 'operator',
    params: configParamsSchema,
    answer: deletedConfigSchema,
    async handler({ caller, params: { id }, header }, { configs }) {
      const own = ownId(caller.tenant, id);
      if (!(await configs.find(own))) throw notFound(id);
      if (!(await configs.remove(own, versionOf(header)))) throw stale(id);
      return { configId: id, deleted: true as const };
    },
  }),
];
