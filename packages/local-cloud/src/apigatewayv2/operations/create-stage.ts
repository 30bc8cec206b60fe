import type { Apis } from '../apis.ts';
import { createChild } from '../children.ts';

export const createStage = (apis: Apis) => createChild(apis, 'stages');
