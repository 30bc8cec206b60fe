/** Likeliest first. */
const DELIMITERS = [',', ';', '\t'] as const;
const RECORDS_TO_COMPARE = 20;

/**
 * The delimiter that cuts the first lines into equally many cells; when none does, the one the header has most of. The
 * header decides a tie: `1,5;2,5` under `a;b` has two cells.
 */
export function detectDelimiter(head: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const [header = 1, ...rows] = countCells(head, delimiter);
    const even = rows.filter((count) => count === header).length;
    return { delimiter, header, even: rows.length === 0 || even === rows.length };
  }).filter(({ header }) => header > 1);
  const even = scores.filter((score) => score.even);
  const best = (even.length > 0 ? even : scores).sort((one, other) => other.header - one.header)[0];
  return best?.delimiter ?? ',';
}

/** Cells of each of the first records. A quote opens only where a cell begins. */
function countCells(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 1;
  let begins = true;
  let inQuotes = false;
  let empty = true;
  for (let at = 0; at < text.length && counts.length < RECORDS_TO_COMPARE; at++) {
    const character = text[at];
    if (inQuotes) {
      if (character !== '"') continue;
      if (text[at + 1] === '"') at++;
      else inQuotes = false;
      continue;
    }
    if (character === '\n' || character === '\r') {
      if (!empty) counts.push(count);
      count = 1;
      begins = true;
      empty = true;
      continue;
    }
    empty = false;
    if (character === '"' && begins) inQuotes = true;
    begins = character === delimiter;
    if (begins) count++;
  }
  // The text may end in the middle of a record: only a lone header is counted so.
  if (counts.length === 0) counts.push(count);
  return counts;
}
