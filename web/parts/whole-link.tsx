import type { WholeAnswer } from '../../contracts/api/answer.ts';
import { bytes } from '../../core/format.ts';
import { Note } from './note.tsx';

/** Says that long texts are cut, and where all of them are. */
export const WholeLink = ({ whole }: { readonly whole: WholeAnswer }) => (
  <Note>
    Too large to show in full: {whole.cut.join(', ')} cut.{' '}
    <a href={whole.url} download>
      Download JSON ({bytes(whole.bytes)})
    </a>
  </Note>
);
