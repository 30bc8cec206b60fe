import type { Apis } from '../apis.ts';
import { createChild } from '../children.ts';

export const createRoute = (apis: Apis) => createChild(apis, 'routes');
