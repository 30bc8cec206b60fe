import { capacity } from './capacity.ts';
import type { Case } from './case.ts';
import { conditions } from './conditions.ts';
import { reads } from './reads.ts';
import { tables } from './tables.ts';
import { updates } from './updates.ts';
import { writes } from './writes.ts';

/** Each is a file of recordings beside this one. */
export const TOPICS: Readonly<Record<string, () => Case[]>> = { capacity, conditions, reads, tables, updates, writes };
