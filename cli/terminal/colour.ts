const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

export const paintWith =
  (enabled: boolean): Paint =>
  (colour, text) => {
    if (!enabled || text === '') return text;
    const [on, off] = CODES[colour];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };

/** Colors only in a terminal, and never with NO_COLOR (https://no-color.org). */
export function wantsColour(isTty: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return isTty && env.TERM !== 'dumb';
}
