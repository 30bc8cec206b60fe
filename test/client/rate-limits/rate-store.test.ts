import { describe, expect, it } from 'vitest';
import { createRateStore } from '../../../client/rate-limits/rate-store.ts';
import { NOTHING_KNOWN, type RateState } from '../../../contracts/rate-limit.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';

const { documents } = await startCallerCloud();
const store = createRateStore(documents, 'rates');
const inTurn = (state: RateState) => ({ ...state, nextAt: state.nextAt + 1 });

describe('the rate state of a key', () => {
  it('has every change that callers make at the same moment, once each', async () => {
    const changed = await Promise.all(Array.from({ length: 12 }, () => store.update('busy', undefined, inTurn)));
    expect(changed.map(({ nextAt }) => nextAt).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    expect(await store.read('busy')).toMatchObject({ nextAt: 12, version: 12 });
  });

  it('is not written by a caller that knows an older one', async () => {
    const before = await store.update('known', NOTHING_KNOWN, inTurn);
    await store.update('known', before, inTurn);
    expect(await store.update('known', before, inTurn)).toMatchObject({ nextAt: 3, version: 3 });
    expect(await store.update('known', NOTHING_KNOWN, inTurn)).toMatchObject({ nextAt: 4, version: 4 });
  });

  it('that stays as it is, is not written', async () => {
    const before = await store.update('same', undefined, inTurn);
    expect(await store.update('same', before, (state) => state)).toMatchObject({ version: before.version });
  });
});
