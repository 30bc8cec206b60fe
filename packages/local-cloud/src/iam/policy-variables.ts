import type { RequestContext } from './access-request.ts';

const VARIABLE = /\$\{([^},]*)(?:,\s*'([^']*)')?\}/g;

export const hasVariables = (pattern: string): boolean => pattern.includes('${');

/**
 * Fills in `${aws:PrincipalAccount}`, `${key, 'default'}` and the escapes `${*}`, `${?}`, `${$}`. A key that the
 * request does not have gives undefined: AWS then treats the statement's value as matching nothing.
 */
export function fillVariables(pattern: string, context: RequestContext): string | undefined {
  let missing = false;
  const filled = pattern.replace(VARIABLE, (_all, name: string, fallback: string | undefined) => {
    const key = name.trim();
    if (key === '*' || key === '?' || key === '$') return key;
    const value = context.get(key.toLowerCase());
    if (value?.length === 1) return value[0] ?? '';
    if (fallback !== undefined) return fallback;
    missing = true;
    return '';
  });
  return missing ? undefined : filled;
}
