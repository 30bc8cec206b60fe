import { join } from 'node:path';
import type { CloudContext } from '../../cloud-context.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { invalidRequest } from '../request.ts';

export interface NamedQuery {
  readonly NamedQueryId: string;
  readonly Name: string;
  readonly Description?: string;
  readonly Database: string;
  readonly QueryString: string;
  readonly WorkGroup: string;
}

/** The account's saved queries, on disk. */
export class NamedQueries {
  /** Which query a client's token has made. */
  readonly byToken = new Map<string, string>();
  readonly #records: DurableMap<NamedQuery>;

  constructor({ dataDir }: CloudContext) {
    this.#records = new DurableMap(join(dataDir, 'athena', 'named-queries.jsonl'));
  }

  get(id: unknown): NamedQuery | undefined {
    return this.#records.get(String(id));
  }

  find(id: string): NamedQuery {
    const found = this.get(id);
    if (!found) throw invalidRequest(`NamedQuery ${id} was not found`);
    return found;
  }

  ofWorkGroup(name: string): NamedQuery[] {
    return [...this.#records.values()].filter(({ WorkGroup }) => WorkGroup === name);
  }

  put(query: NamedQuery): void {
    this.#records.set(query.NamedQueryId, query);
  }

  delete(id: string): void {
    this.#records.delete(id);
  }

  close(): void {
    this.#records.close();
  }
}
