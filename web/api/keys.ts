import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedKey, Key } from '../../contracts/api/keys.ts';
import type { Role } from '../../contracts/role.ts';
import { call } from './call.ts';

export const useKeyList = () =>
  useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => call<{ keys: Key[] }>('keys', { signal }) });

export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; role: Role }) => call<CreatedKey>('keys', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => call<Key>(`keys/${encodeURIComponent(keyId)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
}
