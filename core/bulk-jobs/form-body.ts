import type { SubmitStep } from '../../contracts/bulk-job.ts';
import type { BulkBody } from '../bulk/bulk-body.ts';
import { fingerprint } from '../row-identity.ts';

/** Items as the file of a form (multipart/form-data). */
export function formBody(written: BulkBody, file: SubmitStep['file']): BulkBody {
  const { field = 'file', name = 'items.jsonl', fields = {} } = file ?? {};
  // Of the text itself, so that it cannot stand in there by chance.
  const boundary = `rollcall-${fingerprint(written.text)}`;
  const part = (head: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const text = [
    ...Object.entries(fields).map(([one, value]) => part(`name=${JSON.stringify(one)}`, value)),
    part(
      `name=${JSON.stringify(field)}; filename=${JSON.stringify(name)}\r\nContent-Type: ${written.contentType}`,
      written.text,
    ),
    `--${boundary}--\r\n`,
  ].join('');
  return { text, contentType: `multipart/form-data; boundary=${boundary}` };
}
