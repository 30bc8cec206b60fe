import type { Apis } from '../apis.ts';
import { deleteChild } from '../children.ts';

export const deleteIntegration = (apis: Apis) => deleteChild(apis, 'integrations');
