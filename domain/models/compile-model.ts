import type { EndpointInput } from '../../contracts/endpoint.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { type Model, modelSchema } from './model-schema.ts';
import { ADDRESSES } from './provider-addresses.ts';

/** The endpoint that a model is called at. */
export function endpointOf(model: Model): EndpointInput {
  const { auth: usual, headers = {}, url } = ADDRESSES[model.provider];
  const auth = model.auth ?? usual;
  return {
    url: url(model),
    method: 'POST',
    headers,
    ...(auth && { auth }),
    allowPrivateAddresses: model.allowPrivateAddresses ?? false,
  };
}

/** While a model is not valid, its own problems are told and not those of an endpoint. */
const NOWHERE: EndpointInput = { url: 'https://model.invalid' };

/** A configuration with the endpoint that its `model` stands for, made anew each time it is read. */
export function withModel(config: JsonObject): JsonObject {
  if (!isObject(config.model)) return config;
  const parsed = modelSchema.safeParse(config.model);
  return { ...config, endpoint: parsed.success ? endpointOf(parsed.data) : NOWHERE };
}
