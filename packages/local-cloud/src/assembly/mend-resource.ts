import type { ResourceHandler, ResourceRequest } from './resource-handler.ts';
import { isHarmless } from './resources/index.ts';
import type { Referable } from './scope.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The service makes up their ids: made twice they would be two. */
const FOUND_BY_ID = ['AWS::ApiGatewayV2::Integration', 'AWS::ApiGatewayV2::Route', 'AWS::Lambda::EventSourceMapping'];
/** Custom resources are code of the template's own; saved queries have neither state nor a name to be found by. */
const LEFT = ['AWS::CloudFormation::CustomResource', 'AWS::Athena::NamedQuery'];

/**
 * Makes a resource that a damaged file may have lost, under the name it had; one that is there is written as the
 * template has it. Nothing for what is left as it is, or sees to itself when it is refreshed.
 */
export async function mendResource(
  handler: ResourceHandler,
  request: ResourceRequest<Properties>,
  existing: Referable & { readonly properties: Properties },
): Promise<Referable | undefined> {
  if (handler.refresh || isHarmless(handler.type) || LEFT.includes(handler.type)) return undefined;
  const create = () => handler.create(request);
  const update = () => handler.update(request, existing);
  const [first, second] = FOUND_BY_ID.includes(handler.type) ? [update, create] : [create, update];
  return first().catch((error: unknown) =>
    second().catch(() => {
      throw error;
    }),
  );
}
