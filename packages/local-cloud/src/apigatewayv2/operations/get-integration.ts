import type { Apis } from '../apis.ts';
import { getChild } from '../children.ts';

export const getIntegration = (apis: Apis) => getChild(apis, 'integrations');
