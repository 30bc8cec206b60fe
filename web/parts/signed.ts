/** A difference: `+120 ms`, `−0.20`. */
export const signed = (format: (value: number) => string) => (value: number) =>
  value === 0 ? format(0) : `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`;
