import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ExecutionPlace, mapRunPlace } from '../arns.ts';

const LONGEST_FILE_NAME = 200;

/** A name as a file name: most stay readable, the rest become a hash. */
function fileName(name: string): string {
  const encoded = encodeURIComponent(name).replace(/^\./, '%2E');
  return encoded.length <= LONGEST_FILE_NAME ? encoded : createHash('sha256').update(name).digest('hex');
}

/**
 * Where executions are kept under `dataDir/stepfunctions`:
 *   executions/MACHINE/index.jsonl                     one line when an execution starts, one when it ends
 *   executions/MACHINE/history/NAME.jsonl              its record, then its events
 *   executions/MACHINE/maps/LABEL/index-RUN.jsonl      the same for the children of a Map Run
 *   executions/MACHINE/maps/LABEL/history/NAME.jsonl
 */
export class ExecutionFiles {
  readonly root: string;

  constructor(dataDir: string) {
    this.root = join(dataDir, 'stepfunctions', 'executions');
  }

  history({ machine, label, name }: ExecutionPlace): string {
    return join(this.#folder(machine, label), 'history', `${fileName(name)}.jsonl`);
  }

  index(machine: string): string {
    return join(this.#folder(machine), 'index.jsonl');
  }

  mapRunIndex(mapRunArn: string): string {
    const { machine, label, id } = mapRunPlace(mapRunArn);
    return join(this.#folder(machine, label), `index-${fileName(id)}.jsonl`);
  }

  #folder(machine: string, label?: string): string {
    const folder = join(this.root, fileName(machine));
    return label === undefined ? folder : join(folder, 'maps', fileName(label));
  }
}
