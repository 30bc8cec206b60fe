import { describe, expect, it } from 'vitest';
import { SHOWN_CHARACTERS } from '../../../contracts/api/rows.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { headlineOf } from '../../../core/headline.ts';
import { indexRowOf } from '../../../core/rows/index-row.ts';

describe('what tables show of a row', () => {
  it('keeps the end of a long error, where a traceback names the problem', () => {
    const error_message = `Traceback (most recent call last):\n${'  at a line\n'.repeat(200)}KeyError: 'queue'`;
    const { errorMessage } = indexRowOf({ error_message } as ResultRow);
    expect(errorMessage).toHaveLength(SHOWN_CHARACTERS);
    expect(headlineOf(errorMessage)).toBe("KeyError: 'queue'");
  });
});
