import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, query } from './call.ts';

/** A registered target: what it is and which writing of it this is. */
export interface TargetView {
  integration: string;
  action: string;
  version: number;
  updatedAt: string;
  description: string;
  executionMode: 'endpoint' | 'agent' | 'tool';
  inputSchema: Record<string, unknown>;
  batchEnabled: boolean;
  batchConfig: { maxItems: number; defaultConcurrency: number; defaultDelayMs: number; toolDescription?: string };
  bulkConfig?: Record<string, unknown>;
  rateLimit?: Record<string, unknown>;
  [field: string]: unknown;
}

export const nameOf = ({ integration, action }: TargetView): string => `${integration}/${action}`;

const pathOf = (name: string): string => `targets/${name.split('/').map(encodeURIComponent).join('/')}`;

export const useTargets = () =>
  useQuery({
    queryKey: ['targets'],
    queryFn: ({ signal }) => call<{ targets: TargetView[] }>('targets', { signal }),
  });

export const useTarget = (name: string) =>
  useQuery({
    queryKey: ['target', name],
    enabled: name !== '',
    queryFn: ({ signal }) => call<TargetView>(pathOf(name), { signal }),
  });

export function useSaveTarget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, body, version }: { name: string; body: unknown; version?: number }) =>
      call<TargetView>(pathOf(name), {
        method: 'PUT',
        body,
        ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
      }),
    onSuccess: (_saved, { name }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['targets'] }),
        client.invalidateQueries({ queryKey: ['target', name] }),
        client.invalidateQueries({ queryKey: ['tools'] }),
      ]),
  });
}

export function useDeleteTarget(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<unknown>(pathOf(name), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['targets'] }),
  });
}

export const useTryTarget = (name: string) =>
  useMutation({
    mutationFn: (input: unknown) => call<unknown>(`${pathOf(name)}/try`, { method: 'POST', body: { input } }),
  });

export type ToolFormat = 'universal' | 'langchain' | 'mcp';

export const useTools = (format: ToolFormat) =>
  useQuery({
    queryKey: ['tools', format],
    queryFn: ({ signal }) => call<{ tools: { name: string }[] }>(`tools${query({ format })}`, { signal }),
  });
