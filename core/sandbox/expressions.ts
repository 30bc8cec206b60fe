import { evaluateBounded } from '../mapping/evaluate-bounded.ts';
import { unforged } from '../mapping/forged.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { serve } from './serve.ts';

void serve('expressions', ({ mapping, root }: { mapping: Mapping; root: unknown }) =>
  evaluateBounded(mapping, unforged(root)),
);
