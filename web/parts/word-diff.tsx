import { useMemo } from 'react';
import { diffWords } from '../../core/diff-words.ts';
import { Scrolled } from './scrolled.tsx';
import './word-diff.css';

const LONG = 300;

interface Props {
  readonly expected: string;
  readonly actual: string;
  /** Of two answers, the earlier one first: what it no longer says is struck through. An expected answer never is. */
  readonly titles?: readonly [string, string];
  /** One of them is no answer, but an error: nothing is marked. */
  readonly plain?: boolean;
}

/** Expected beside actual, with the words marked that differ. */
export function WordDiff({ expected, actual, titles: given, plain = false }: Props) {
  const titles = given ?? ['Expected', 'Answer'];
  const [Before, After] = given ? (['del', 'ins'] as const) : (['mark', 'mark'] as const);
  const parts = useMemo(() => diffWords(expected, actual), [expected, actual]);
  const keyed = parts.map((part, index) => ({ ...part, key: index }));
  // Where a long answer has no word in common with what was expected, all of it would be marked, which tells nothing.
  const isOther = actual.length > LONG && !parts.some(({ kind, text }) => kind === 'same' && text.trim() !== '');
  return (
    <div className={plain || isOther ? 'word-diff' : 'word-diff marked'}>
      <div>
        <h3>{titles[0]}</h3>
        <Scrolled way="box" label={titles[0]}>
          <pre dir="auto">
            {keyed
              .filter(({ kind }) => kind !== 'added')
              .map(({ kind, text, key }) => (kind === 'same' ? text : <Before key={key}>{text}</Before>))}
          </pre>
        </Scrolled>
      </div>
      <div>
        <h3>{titles[1]}</h3>
        <Scrolled way="box" label={titles[1]}>
          <pre dir="auto">
            {keyed
              .filter(({ kind }) => kind !== 'removed')
              .map(({ kind, text, key }) => (kind === 'same' ? text : <After key={key}>{text}</After>))}
          </pre>
        </Scrolled>
      </div>
    </div>
  );
}
