import type { Route } from '../route.ts';
import { keyRoutes } from './keys.ts';
import { meRoutes } from './me.ts';

/** Every route that needs a key, one file a resource. */
export const routes: readonly Route[] = [...keyRoutes, ...meRoutes];
