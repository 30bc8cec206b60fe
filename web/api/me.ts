import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../contracts/api/me.ts';
import { signOut } from '../session.ts';
import { ApiError, call } from './call.ts';

/** Whose key this is. One that is no longer known leads back to the sign-in page. */
export function useMe() {
  return useQuery({
    queryKey: ['me'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      try {
        return await call<Me>('me', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) signOut();
        throw error;
      }
    },
  });
}
