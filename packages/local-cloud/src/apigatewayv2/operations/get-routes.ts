import type { Apis } from '../apis.ts';
import { getChildren } from '../children.ts';

export const getRoutes = (apis: Apis) => getChildren(apis, 'routes');
