import type { Apis } from '../apis.ts';
import { getChildren } from '../children.ts';

export const getStages = (apis: Apis) => getChildren(apis, 'stages');
