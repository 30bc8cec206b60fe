import type { Apis } from '../apis.ts';
import { getChild } from '../children.ts';

export const getStage = (apis: Apis) => getChild(apis, 'stages');
