import type { Apis } from '../apis.ts';
import { deleteChild } from '../children.ts';

export const deleteRoute = (apis: Apis) => deleteChild(apis, 'routes');
