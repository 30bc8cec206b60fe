import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far down the page something begins. What stands above it may grow and shrink, and the page with it; looking only then
 * spares scrolling a layout for each frame.
 */
export function useOffset(of: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const top = (of.current?.getBoundingClientRect().top ?? 0) + scrollY;
      setOffset((before) => (Math.abs(top - before) > 1 ? top : before));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [of]);
  return offset;
}
