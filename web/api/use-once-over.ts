import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** What was read while something went on is read once more when it is over: only then it has its last word. */
export function useOnceOver(id: string | undefined, isActive: boolean, names: readonly string[]): void {
  const client = useQueryClient();
  const was = useRef(isActive);
  useEffect(() => {
    if (was.current && !isActive) for (const name of names) client.invalidateQueries({ queryKey: [name, id] });
    was.current = isActive;
  }, [isActive, id, names, client]);
}
