import type { Apis } from '../apis.ts';
import { updateChild } from '../children.ts';

export const updateStage = (apis: Apis) => updateChild(apis, 'stages');
