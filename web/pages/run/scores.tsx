import { isObject, parseJson } from '../../../core/json.ts';
import { type Scales, scalesOf, scoreText } from '../../../core/scoring/own-scale.ts';
import { StateMark } from '../../parts/state-mark.tsx';

/** Each evaluator's word on the row, with its reason. */
export function Scores({ text, config }: { readonly text: string | null; readonly config: unknown }) {
  const scales = scalesOf(config);
  const scores = text === null ? undefined : parseJson(text);
  if (!isObject(scores) || Object.keys(scores).length === 0) return null;
  return (
    <section>
      <table className="scores">
        <tbody>
          {Object.entries(scores).map(([name, score]) => (
            <Score key={name} name={name} scale={scales[name]} score={isObject(score) ? score : { score }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Props {
  readonly name: string;
  readonly scale: Scales[string] | undefined;
  readonly score: Readonly<Record<string, unknown>>;
}

function Score({ name, scale, score }: Props) {
  const { passed, reason, note, error } = score;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {error !== undefined && <StateMark state="failed" />}
        {passed === true && <StateMark state="right" />}
        {passed === false && <StateMark state="wrong" />}
      </td>
      <td className="number">{typeof score.score === 'number' ? scoreText(score.score, scale) : ''}</td>
      <td dir="auto">{[reason, note, error].filter((part) => typeof part === 'string').join(' ')}</td>
    </tr>
  );
}
