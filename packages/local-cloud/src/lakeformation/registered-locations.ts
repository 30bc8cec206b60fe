import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { DurableMap } from '../store/durable-map.ts';

export interface RegisteredLocation {
  /** `arn:aws:s3:::BUCKET/PREFIX` */
  readonly resourceArn: string;
  readonly roleArn?: string;
  readonly modifiedAt: number;
}

/** Places in S3 whose files Lake Formation reads and writes itself, with a role of its own, for those who may ask it to. */
export class RegisteredLocations {
  readonly #locations: DurableMap<RegisteredLocation>;

  constructor(context: CloudContext) {
    this.#locations = new DurableMap(join(context.dataDir, 'lakeformation', 'locations.jsonl'));
  }

  all(): RegisteredLocation[] {
    return [...this.#locations.values()];
  }

  /** Whether `s3://BUCKET/PREFIX` is one of them, or below one. */
  has(uri: string): boolean {
    const place = `${uri.replace(/^s3[an]?:\/\//, 'arn:aws:s3:::')}/`;
    return this.all().some(({ resourceArn }) => place.startsWith(`${resourceArn.replace(/\/+$/, '')}/`));
  }

  register(location: RegisteredLocation): void {
    if (this.#locations.has(location.resourceArn)) {
      throw new AwsError('AlreadyExistsException', 'Resource is already registered');
    }
    this.#locations.set(location.resourceArn, location);
  }

  deregister(resourceArn: string): void {
    if (!this.#locations.has(resourceArn)) throw new AwsError('EntityNotFoundException', 'Entity not found');
    this.#locations.delete(resourceArn);
  }

  close(): void {
    this.#locations.close();
  }
}
