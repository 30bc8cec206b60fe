import { isObject, parseJson } from '../../../core/json.ts';
import { StateMark } from '../../parts/state-mark.tsx';

/** Each evaluator's word on the row, with its reason. */
export function Scores({ text }: { readonly text: string | null }) {
  const scores = text === null ? undefined : parseJson(text);
  if (!isObject(scores) || Object.keys(scores).length === 0) return null;
  return (
    <section>
      <h3>Scores</h3>
      <table>
        <tbody>
          {Object.entries(scores).map(([name, score]) => (
            <Score key={name} name={name} score={isObject(score) ? score : { score }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Score({ name, score }: { readonly name: string; readonly score: Readonly<Record<string, unknown>> }) {
  const { passed, reason, note, error } = score;
  return (
    <tr>
      <td>{name}</td>
      <td>
        {error !== undefined && <StateMark state="failed" />}
        {passed === true && <StateMark state="right" />}
        {passed === false && <StateMark state="wrong" />}
      </td>
      <td className="number">{typeof score.score === 'number' ? score.score.toFixed(2) : ''}</td>
      <td dir="auto">{[reason, note, error].filter((part) => typeof part === 'string').join(' ')}</td>
    </tr>
  );
}
