/** A type as Trino's HTTP answers describe it. */
export interface TrinoType {
  readonly rawType: string;
  readonly arguments: readonly { readonly kind: string; readonly value: unknown }[];
}

/** Athena's name of a type; a decimal's with precision and scale. */
export function athenaTypeName({ rawType, arguments: parts }: TrinoType): string {
  if (rawType === 'decimal') return `decimal(${parts.map(({ value }) => value).join(',')})`;
  return rawType === 'real' ? 'float' : rawType;
}

/** A value of Trino's JSON as Athena writes it into a result. */
export function athenaText(value: unknown, type: TrinoType): string | null {
  if (value === null || value === undefined) return null;
  switch (type.rawType) {
    case 'double':
    case 'real':
      return javaDouble(value as number | string);
    case 'timestamp':
    case 'timestamp with time zone':
      return withMilliseconds(String(value));
    case 'varbinary':
      return (Buffer.from(String(value), 'base64').toString('hex').match(/../g) ?? []).join(' ');
    case 'array':
      return `[${(value as unknown[]).map((item) => textOrNull(item, argument(type, 0))).join(', ')}]`;
    case 'map':
      return `{${Object.entries(value as object)
        .map(([key, item]) => `${key}=${textOrNull(item, argument(type, 1))}`)
        .join(', ')}}`;
    case 'row':
      return `{${type.arguments
        .map((part, index) => {
          const { fieldName, typeSignature } = part.value as NamedType;
          return `${fieldName ? `${fieldName.name}=` : ''}${textOrNull((value as unknown[])[index], typeSignature)}`;
        })
        .join(', ')}}`;
    default:
      return String(value);
  }
}

interface NamedType {
  readonly fieldName?: { readonly name: string };
  readonly typeSignature: TrinoType;
}

const argument = (type: TrinoType, index: number): TrinoType => type.arguments[index]?.value as TrinoType;

const textOrNull = (value: unknown, type: TrinoType): string => athenaText(value, type) ?? 'null';

/** Athena's timestamps have milliseconds, whatever their precision in Trino. */
const withMilliseconds = (text: string): string =>
  text.replace(
    /(\d\d:\d\d:\d\d)(?:\.(\d+))?/,
    (_all, time: string, fraction = '') => `${time}.${fraction.padEnd(3, '0').slice(0, 3)}`,
  );

/** Java writes numbers from 1e-3 to 1e7 plainly and all others as 1.5E10. */
function javaDouble(value: number | string): string {
  if (typeof value === 'string') return value;
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
