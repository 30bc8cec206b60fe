import { FIGURES, type Figure, LARGEST_FIGURES } from '../../contracts/figures.ts';

/** False for NaN and the infinities, too. */
export const isPlausible = (figure: Figure, value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= LARGEST_FIGURES[figure];

/** What stands around a value that was set aside, in a row's `error_message`; SQL writes the same. */
export const setAsideNote = (figure: Figure): readonly [before: string, after: string] => [
  `Set aside: ${figure} = `,
  ` is not between 0 and ${LARGEST_FIGURES[figure]}.`,
];

/** One sentence for each of these values that no row may hold. */
export const notesOn = (said: Readonly<Partial<Record<Figure, number>>>): string[] =>
  FIGURES.flatMap((figure) => {
    const value = said[figure];
    if (value === undefined || isPlausible(figure, value)) return [];
    const [before, after] = setAsideNote(figure);
    return [`${before}${value}${after}`];
  });

export const wasSetAside = (figure: Figure, row: { readonly error_message: string | null }): boolean =>
  row.error_message?.includes(setAsideNote(figure)[0]) ?? false;

/** A sum that cannot be stays as it is, so that the row can say what was in it. */
export const addTokens = (sum: number, tokens = 0): number => {
  if (!isPlausible('total_tokens', sum)) return sum;
  return isPlausible('total_tokens', tokens) ? sum + tokens : tokens;
};
