import type { CloudContext } from '../cloud-context.ts';
import type { TemplatePolicies } from '../delivery/service-access.ts';
import type { Service } from '../service.ts';
import { Apis } from './apis.ts';
import { Front } from './front.ts';
import { Listeners } from './listeners.ts';
import { createApi } from './operations/create-api.ts';
import { createIntegration } from './operations/create-integration.ts';
import { createRoute } from './operations/create-route.ts';
import { createStage } from './operations/create-stage.ts';
import { deleteApi } from './operations/delete-api.ts';
import { deleteIntegration } from './operations/delete-integration.ts';
import { deleteRoute } from './operations/delete-route.ts';
import { deleteStage } from './operations/delete-stage.ts';
import { getApi } from './operations/get-api.ts';
import { getApis } from './operations/get-apis.ts';
import { getIntegration } from './operations/get-integration.ts';
import { getIntegrations } from './operations/get-integrations.ts';
import { getRoute } from './operations/get-route.ts';
import { getRoutes } from './operations/get-routes.ts';
import { getStage } from './operations/get-stage.ts';
import { getStages } from './operations/get-stages.ts';
import { updateApi } from './operations/update-api.ts';
import { updateIntegration } from './operations/update-integration.ts';
import { updateRoute } from './operations/update-route.ts';
import { updateStage } from './operations/update-stage.ts';
import { protocol } from './protocol.ts';

/** HTTP APIs: their settings over AWS's API, and each API itself on a port of its own. */
export async function createApiGatewayService(context: CloudContext, templates?: TemplatePolicies): Promise<Service> {
  const front = new Front(context, templates);
  const listeners = new Listeners((apiId) => (incoming, outgoing) => {
    const api = apis.find(apiId);
    const answered = api ? front.answer(api, incoming, outgoing) : Promise.reject(new Error('the API is gone'));
    answered.catch((error: unknown) => {
      context.log(`The API ${apiId} could not answer ${incoming.method}: ${String(error)}`);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  const apis = new Apis(context, listeners);
  await apis.reopen();
  return {
    name: 'apigateway',
    protocol: protocol(),
    operations: {
      CreateApi: createApi(apis),
      CreateIntegration: createIntegration(apis),
      CreateRoute: createRoute(apis),
      CreateStage: createStage(apis),
      DeleteApi: deleteApi(apis),
      DeleteIntegration: deleteIntegration(apis),
      DeleteRoute: deleteRoute(apis),
      DeleteStage: deleteStage(apis),
      GetApi: getApi(apis),
      GetApis: getApis(apis),
      GetIntegration: getIntegration(apis),
      GetIntegrations: getIntegrations(apis),
      GetRoute: getRoute(apis),
      GetRoutes: getRoutes(apis),
      GetStage: getStage(apis),
      GetStages: getStages(apis),
      UpdateApi: updateApi(apis),
      UpdateIntegration: updateIntegration(apis),
      UpdateRoute: updateRoute(apis),
      UpdateStage: updateStage(apis),
    },
    close: () => apis.close(),
  };
}
