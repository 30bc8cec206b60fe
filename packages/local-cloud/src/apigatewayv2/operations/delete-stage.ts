import type { Apis } from '../apis.ts';
import { deleteChild } from '../children.ts';

export const deleteStage = (apis: Apis) => deleteChild(apis, 'stages');
