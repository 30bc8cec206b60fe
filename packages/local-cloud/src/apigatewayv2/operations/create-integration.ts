import type { Apis } from '../apis.ts';
import { createChild } from '../children.ts';

export const createIntegration = (apis: Apis) => createChild(apis, 'integrations');
