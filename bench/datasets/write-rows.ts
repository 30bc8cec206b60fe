import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const WORDS = 'the order has not come yet and nobody answers my letters about it since last week please help'.split(
  ' ',
);
const KINDS = ['bug', 'feature', 'question'];

/** A file of support tickets: five columns, some cells quoted, some with line ends and umlauts. The same every time. */
export async function writeRows(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('id,question,expected,category,note\r\n');
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  for (let row = 0; row < rows; ) {
    let text = '';
    for (const end = Math.min(rows, row + 5_000); row < end; row++) {
      const words = Array.from({ length: 6 + random(8) }, () => WORDS[random(WORDS.length)]).join(' ');
      const question = row % 7 === 0 ? `"He wrote: ""${words}"", then left."` : words;
      const note = row % 50 === 0 ? '"first line\nzweite Zeile für später"' : `0${random(999)}`;
      text += `t-${String(row).padStart(7, '0')},${question},${KINDS[random(3)]},${random(1_000)},${note}\r\n`;
    }
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
