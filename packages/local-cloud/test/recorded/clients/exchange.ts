/** A request as a client sent it, and what is essential in the answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer: Answer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a service makes up: tokens of pages, ids of queries and snapshots, and the names of the files they write. */
const MADE_UP =
  /(?<="NextToken": ?")[^"]+|(?<=snap-)\d+|(?:\d{8}_\d{6}_\d{5}_[0-9a-f]{5}_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What answers made up, by the order in which it was seen first: `{{0}}`, `{{1}}` … */
export class MadeUp {
  readonly #seen: string[] = [];

  /** A text that came back, with its new names learned. What the client itself had made up is not in `learned`. */
  named(text: string, learned = true): string {
    return text.replace(MADE_UP, (value) => {
      if (learned && !this.#seen.includes(value)) this.#seen.push(value);
      const at = this.#seen.indexOf(value);
      return at < 0 ? value : `{{${at}}}`;
    });
  }

  filled(text: string): string {
    return text.replace(/\{\{(\d+)\}\}/g, (_name, at) => this.#seen[Number(at)] ?? '');
  }
}

/** Differs from one time to the next. */
const VOLATILE = /(Time|InMillis|InBytes|RequestId|CreatedBy|EngineVersion|-ms|snapshot-id)$/;
const VOLATILE_XML = /<(LastModified|ETag|RequestId|HostId|ID)>[^<]*<\/\1>/g;

/** What of an answer is held against the recording: JSON and text whole, of bytes only how many there are. */
export function answerOf(status: number, bytes: Buffer, made: MadeUp): Answer {
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes) || text.startsWith('PAR1')) return { status, body: { bytes: bytes.length } };
  const named = made.named(text).replace(VOLATILE_XML, '');
  if (!named.startsWith('{"')) return { status, body: named };
  return { status, body: JSON.parse(named, (key, value) => (VOLATILE.test(key) ? undefined : value)) };
}

/** Clients ask again until a query is over: only the last answer counts. */
export const isUnderWay = (body: string): boolean => /"State":"(QUEUED|RUNNING)"/.test(body);
