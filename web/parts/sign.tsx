import type { ReactNode } from 'react';

const SHAPES = {
  tick: <path d="M2 6.5 4.8 9.3 10 3" />,
  cross: <path d="m3 3 6 6m0-6-6 6" />,
  bang: <path d="M6 2v4.8M6 9.6v.2" />,
  clock: (
    <>
      <circle cx="6" cy="6" r="4.4" />
      <path d="M6 6V1.6A4.4 4.4 0 0 1 10.4 6Z" fill="currentColor" stroke="none" />
    </>
  ),
  dash: <path d="M2.5 6h7" />,
  bars: <path d="M4 2.5v7m4-7v7" />,
  dot: <path d="M6 6v.1" />,
  down: <path d="m3 4.5 3 3 3-3" />,
  up: <path d="m3 7.5 3-3 3 3" />,
} satisfies Record<string, ReactNode>;
export type Shape = keyof typeof SHAPES;

/** A shape beside a word; drawn, because fonts differ in which signs they have. */
export const Sign = ({ shape }: { readonly shape: Shape }) => (
  <svg
    className="sign"
    viewBox="0 0 12 12"
    width="12"
    height="12"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {SHAPES[shape]}
  </svg>
);
