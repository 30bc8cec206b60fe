import { randomInt } from 'node:crypto';

export interface GenerateSecretString {
  readonly ExcludeCharacters?: string;
  readonly ExcludeLowercase?: unknown;
  readonly ExcludeNumbers?: unknown;
  readonly ExcludePunctuation?: unknown;
  readonly ExcludeUppercase?: unknown;
  readonly GenerateStringKey?: string;
  readonly IncludeSpace?: unknown;
  readonly PasswordLength?: unknown;
  readonly RequireEachIncludedType?: unknown;
  readonly SecretStringTemplate?: string;
}

const isSet = (value: unknown): boolean => String(value) === 'true';

/** A password by the template's rules, alone or as one field of a JSON text. */
export function generateSecretString(rules: GenerateSecretString): string {
  const { GenerateStringKey, SecretStringTemplate } = rules;
  if ((GenerateStringKey === undefined) !== (SecretStringTemplate === undefined)) {
    throw new Error('GenerateStringKey and SecretStringTemplate come together or not at all');
  }
  const password = generatePassword(rules);
  if (GenerateStringKey === undefined || SecretStringTemplate === undefined) return password;
  return JSON.stringify({ ...(JSON.parse(SecretStringTemplate) as object), [GenerateStringKey]: password });
}

function generatePassword(rules: GenerateSecretString): string {
  const excluded = new Set(rules.ExcludeCharacters ?? '');
  const types = [
    isSet(rules.ExcludeLowercase) ? '' : 'abcdefghijklmnopqrstuvwxyz',
    isSet(rules.ExcludeUppercase) ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    isSet(rules.ExcludeNumbers) ? '' : '0123456789',
    isSet(rules.ExcludePunctuation) ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    isSet(rules.IncludeSpace) ? ' ' : '',
  ]
    .map((type) => [...type].filter((character) => !excluded.has(character)))
    .filter((type) => type.length > 0);
  const length = rules.PasswordLength === undefined ? 32 : Number(rules.PasswordLength);
  if (types.length === 0 || !Number.isInteger(length) || length < types.length || length > 4096) {
    throw new Error(`no password of length ${length} can be made by these rules`);
  }
  // One of each type first, unless the template says otherwise; then any; then in random order.
  const required = rules.RequireEachIncludedType === undefined || isSet(rules.RequireEachIncludedType) ? types : [];
  const all = types.flat();
  const characters = required.map((type) => type[randomInt(type.length)] ?? '');
  while (characters.length < length) characters.push(all[randomInt(all.length)] ?? '');
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}
