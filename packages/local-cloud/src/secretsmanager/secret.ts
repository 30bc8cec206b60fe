/** One version's value: text or base64 bytes, never both. Never logged. */
export interface SecretVersion {
  readonly id: string;
  readonly text?: string;
  readonly binary?: string;
  readonly stages: readonly string[];
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number;
}

export interface Secret {
  readonly name: string;
  readonly arn: string;
  readonly description?: string;
  readonly kmsKeyId?: string;
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
  readonly versions: readonly SecretVersion[];
  readonly createdAt: number;
  readonly changedAt: number;
  /** Set while the secret waits to be deleted. */
  readonly deleteAt?: number;
}

export const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';

/** The secret with a new version. The version that was current becomes the previous one. */
export function withVersion(secret: Secret, version: SecretVersion, now: number): Secret {
  const becomesCurrent = version.stages.includes(CURRENT);
  const current = secret.versions.find(({ stages }) => stages.includes(CURRENT));
  const versions = secret.versions
    .map((old) => {
      const kept = old.stages.filter(
        (stage) => !version.stages.includes(stage) && !(becomesCurrent && current && stage === PREVIOUS),
      );
      return { ...old, stages: becomesCurrent && old === current ? [...kept, PREVIOUS] : kept };
    })
    // "A version that has no labels is considered deprecated and can be deleted."
    .filter(({ stages }) => stages.length > 0);
  return { ...secret, versions: [...versions, version], changedAt: now };
}
