import { Link } from 'wouter';
import { Allowed } from '../../parts/allowed.tsx';

interface Props {
  readonly id: string;
  /** The field that seems to be meant. */
  readonly part?: string;
  /** "The answer is", "3 answers are" */
  readonly answers: string;
}

/** An answer of several fields never equals an expected text: one of them may be meant. */
export function TakeField({ id, part, answers }: Props) {
  if (!part) return null;
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
      </Allowed>
    </p>
  );
}
