import type { CallerRun, NormalizedAnswer } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { parseJson } from '../../core/json.ts';
import { namedBy, readReply } from '../../domain/models/ask-model.ts';
import { finishAnswer } from '../caller/finish-answer.ts';
import type { Outcome } from '../caller/target.ts';

interface EndpointRoot {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A model's answer is read as its provider writes it; an output mapping sees it as `output`. */
export async function finishEndpointAnswer(
  run: CallerRun,
  found: NormalizedAnswer,
  root: EndpointRoot,
): Promise<Outcome> {
  const model = run.executionMode === 'endpoint' ? run.model : undefined;
  if (!model) return finishAnswer(run, found, root);
  const answer = namedBy(model, found);
  const reply = readReply(model, root.body);
  if (reply instanceof RollcallError) return { kind: 'failed', error: reply, answer };
  const output = model.responseSchema ? parseJson(reply) : reply;
  return finishAnswer(run, { ...answer, actualOutput: reply }, { ...root, output });
}
