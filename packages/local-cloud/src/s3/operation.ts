import type { Operation } from '../service.ts';
import type { XmlElement } from './protocol/xml.ts';

/** How an operation's input and output travel, where S3's common rules do not say it all. */
interface Wire<Output> {
  /** The status of a success; 200 unless said. */
  status?(output: Output): number;
  /** The request's body is the member `Body`, and is streamed. */
  readonly streamsBody?: boolean;
  /** Reads the request's XML body into members of the input. */
  fromXml?(root: XmlElement): Record<string, unknown>;
  /** S3 refuses the request's body without a Content-MD5 or a checksum. */
  readonly requiresDigest?: boolean;
  /** The checksum in the request's headers is not of its XML body. */
  readonly checksumIsOfObject?: boolean;
  /** The name of the answer's XML element. Without it all members of the output are headers. */
  readonly root?: string;
  /** The element's content, if it is not simply the output. */
  toXml?(output: Output): unknown;
  /** Members of the output that are headers although there is an XML body. */
  readonly headers?: readonly string[];
}

/** An S3 operation: what it asks for, what it does, and how it looks in HTTP. */
export interface S3Operation<Input = never, Output = unknown> extends Operation<Input, Output> {
  readonly wire?: Wire<Output>;
}
