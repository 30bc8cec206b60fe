import type { Apis } from '../apis.ts';
import { getChildren } from '../children.ts';

export const getIntegrations = (apis: Apis) => getChildren(apis, 'integrations');
