import type { Apis } from '../apis.ts';
import { updateChild } from '../children.ts';

export const updateRoute = (apis: Apis) => updateChild(apis, 'routes');
