import { createHash } from 'node:crypto';

export interface NameStyle {
  readonly maxLength?: number;
  /** Bucket, Glue and Athena names. */
  readonly lowerCase?: boolean;
}

/** What a generated name is made of. `generation` grows when a resource is replaced, so that old and new differ. */
export interface NameParts {
  readonly stackName: string;
  readonly logicalId: string;
  readonly generation: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const SUFFIX_LENGTH = 12;

/**
 * The name CloudFormation would generate, `Stack-LogicalId-SUFFIX`. AWS's suffix is random; this one comes from the
 * names, so that a stack loaded into an empty data folder gets the same resources each time.
 */
export function physicalName(parts: NameParts, { maxLength = 128, lowerCase = false }: NameStyle = {}): string {
  const suffix = suffixOf(parts);
  const room = maxLength - SUFFIX_LENGTH - 1;
  const { stackName, logicalId } = parts;
  let prefix = `${stackName}-${logicalId}`;
  if (prefix.length > room) {
    const forStack = Math.max(Math.floor((room - 1) / 2), room - 1 - logicalId.length);
    prefix = `${stackName.slice(0, forStack)}-${logicalId}`.slice(0, room);
  }
  const name = `${prefix}-${suffix}`;
  return lowerCase ? name.toLowerCase() : name;
}

function suffixOf({ stackName, logicalId, generation }: NameParts, length = SUFFIX_LENGTH): string {
  const digest = createHash('sha256').update(`${stackName}/${logicalId}/${generation}`).digest();
  return Array.from(digest.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
