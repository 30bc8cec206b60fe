import type { Done } from '../../contracts/caller.ts';
import { portsFromEnvironment } from '../shared/ports-from-environment.ts';
import { recordFailure } from './record-failure.ts';

export const handler = (event: unknown): Promise<Done> => recordFailure(event, portsFromEnvironment());
