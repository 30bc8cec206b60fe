import type { Apis } from '../apis.ts';
import { updateChild } from '../children.ts';

export const updateIntegration = (apis: Apis) => updateChild(apis, 'integrations');
