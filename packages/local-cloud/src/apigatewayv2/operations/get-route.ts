import type { Apis } from '../apis.ts';
import { getChild } from '../children.ts';

export const getRoute = (apis: Apis) => getChild(apis, 'routes');
