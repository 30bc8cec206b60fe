import { useMemo } from 'react';
import type { Column } from './column.ts';
import { useUrlState } from './use-url-state.ts';

/** Which columns are shown, and how wide: kept in the address as everything a view shows. */
export function useColumns<Row>(all: readonly Column<Row>[]) {
  const [parameters, set] = useUrlState();
  const hide = parameters.get('hide') ?? '';
  const width = parameters.get('widths') ?? '';
  const hidden = useMemo(() => hide.split(',').filter(Boolean), [hide]);
  const widths = useMemo(() => widthsOf(width), [width]);
  const columns = useMemo(() => all.filter(({ id }) => !hidden.includes(id)), [all, hidden]);
  return {
    columns,
    hidden,
    widths,
    toggle: (id: string) =>
      set({ hide: (hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]).join(',') }),
    onWidth: (id: string, pixels: number | undefined) => {
      const { [id]: _before, ...others } = widths;
      const next = pixels === undefined ? others : { ...others, [id]: pixels };
      set({
        widths: Object.entries(next)
          .map((pair) => pair.join(':'))
          .join(','),
      });
    },
  };
}

const widthsOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split(':'))
      .flatMap(([id = '', pixels]) => (Number(pixels) > 0 ? [[id, Number(pixels)]] : [])),
  );
