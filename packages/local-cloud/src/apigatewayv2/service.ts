import type { CloudContext } from '../cloud-context.ts';
import type { TemplatePolicies } from '../delivery/service-access.ts';
import type { Service } from '../service.ts';
import { Apis } from './apis.ts';
import { Front } from './front.ts';
import { Listeners } from './listeners.ts';
import { createApi, deleteApi, getApi, getApis, updateApi } from './operations/apis.ts';
import { createChild, deleteChild, updateChild } from './operations/children.ts';
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
      CreateIntegration: createChild(apis, 'integrations'),
      CreateRoute: createChild(apis, 'routes'),
      CreateStage: createChild(apis, 'stages'),
      DeleteApi: deleteApi(apis),
      DeleteIntegration: deleteChild(apis, 'integrations'),
      DeleteRoute: deleteChild(apis, 'routes'),
      DeleteStage: deleteChild(apis, 'stages'),
      GetApi: getApi(apis),
      GetApis: getApis(apis),
      UpdateApi: updateApi(apis),
      UpdateIntegration: updateChild(apis, 'integrations'),
      UpdateRoute: updateChild(apis, 'routes'),
      UpdateStage: updateChild(apis, 'stages'),
    },
    close: () => apis.close(),
  };
}
