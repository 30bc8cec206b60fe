import { Link } from 'wouter';
import type { AnswerWithin } from '../../../core/answer-within.ts';
import { plural } from '../../../core/format.ts';
import { Allowed } from '../../parts/allowed.tsx';

interface Props {
  readonly id: string;
  /** The field that equals the expected answers. */
  readonly found?: AnswerWithin;
  /** "The answer is", "3 answers are" */
  readonly answers: string;
}

/** An answer of several fields never equals an expected text: one of them may be meant. */
export function TakeField({ id, found, answers }: Props) {
  if (!found) return null;
  const { path: part, passes, of } = found;
  const again = new URLSearchParams({ from: id, answer: part });
  return (
    <p>
      {answers} compared as a whole object.
      <Allowed least="operator">
        {' '}
        If one of them is meant:{' '}
        <Link href={`/new-run?${again}`}>
          take <code>{part}</code> as the answer and run again
        </Link>
        . {passes} of {plural(of, 'row')} would pass.
      </Allowed>
    </p>
  );
}
