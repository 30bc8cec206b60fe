import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { ChildKind, Settings } from '../api.ts';
import { type Apis, newId } from '../apis.ts';
import {
  badRequest,
  integrationSchema,
  parseInput,
  refuseUnknown,
  routeSchema,
  stageSchema,
  withoutUndefined,
} from '../schemas.ts';

/** Integrations, routes and stages are made, changed and deleted alike. */
interface Kind {
  readonly name: ChildKind;
  /** The member that holds its id. */
  readonly id: string;
  readonly schema: z.ZodObject;
}

const kinds = {
  integrations: { name: 'integrations', id: 'IntegrationId', schema: integrationSchema },
  routes: { name: 'routes', id: 'RouteId', schema: routeSchema },
  stages: { name: 'stages', id: 'StageName', schema: stageSchema },
} as const satisfies Record<ChildKind, Kind>;

type Input = Readonly<Record<string, unknown>>;
const apiIdSchema = z.object({ ApiId: z.string().min(1) });

const pathOf = ({ name, id }: Kind, input: Input, whole: boolean): string =>
  `/apis/${String(input?.ApiId)}/${name}${whole ? `/${String(input?.[id])}` : ''}`;

const idsOf = ({ id }: Kind, input: Input): { apiId: string; childId: string } => {
  const parsed = parseInput(apiIdSchema.extend({ [id]: z.string().min(1) }), input) as Record<string, string>;
  return { apiId: parsed.ApiId ?? '', childId: parsed[id] ?? '' };
};

export const createChild = (apis: Apis, name: ChildKind): Operation<Input> => {
  const kind = kinds[name];
  return {
    permissions: (input) => apis.permission('POST', pathOf(kind, input, false)),
    async run(input) {
      refuseUnknown(input, kind.schema, ['ApiId']);
      const { ApiId } = parseInput(apiIdSchema, input);
      const settings = parseInput<z.ZodObject>(kind.schema, input) as Settings;
      const id = name === 'stages' ? String(settings.StageName) : newId(7);
      check(apis, ApiId, name, id, settings, true);
      return apis.putChild(ApiId, name, id, { ...settings, [kind.id]: id });
    },
  };
};

export const updateChild = (apis: Apis, name: ChildKind): Operation<Input> => {
  const kind = kinds[name];
  return {
    permissions: (input) => apis.permission('PATCH', pathOf(kind, input, true)),
    async run(input) {
      refuseUnknown(input, kind.schema, ['ApiId', kind.id]);
      const { apiId, childId } = idsOf(kind, input);
      const existing = apis.child(apiId, name, childId);
      const { ApiId: _api, ...changes } = withoutUndefined(input);
      const settings = parseInput<z.ZodObject>(kind.schema, { ...existing, ...changes }) as Settings;
      check(apis, apiId, name, childId, settings, false);
      return apis.putChild(apiId, name, childId, { ...settings, [kind.id]: childId });
    },
  };
};

export const deleteChild = (apis: Apis, name: ChildKind): Operation<Input> => ({
  permissions: (input) => apis.permission('DELETE', pathOf(kinds[name], input, true)),
  async run(input) {
    const { apiId, childId } = idsOf(kinds[name], input);
    apis.deleteChild(apiId, name, childId);
    return {};
  },
});

/** Names are taken once; a route leads to an integration that is there. */
function check(apis: Apis, apiId: string, kind: ChildKind, id: string, settings: Settings, isNew: boolean): void {
  const api = apis.get(apiId);
  if (kind === 'stages' && isNew && Object.hasOwn(api.stages, id)) throw conflict('Stage already exists');
  if (kind !== 'routes') return;
  const taken = Object.entries(api.routes).some(
    ([other, { RouteKey }]) => other !== id && RouteKey === settings.RouteKey,
  );
  if (taken) throw conflict(`Route with key ${String(settings.RouteKey)} already exists for this API`);
  const integration = String(settings.Target).replace('integrations/', '');
  if (!Object.hasOwn(api.integrations, integration)) {
    throw badRequest(`Invalid Target specified: there is no integration ${integration}`);
  }
}

const conflict = (text: string): AwsError => new AwsError('ConflictException', text, 409);
