import type { AttributeValue, Item } from './attribute-value.ts';

/** "The maximum item size in DynamoDB is 400 KB, which includes both attribute name and attribute value lengths." */
export const LARGEST_ITEM = 400 * 1024;

export function itemSize(item: Item): number {
  let size = 0;
  for (const name in item) size += Buffer.byteLength(name) + valueSize(item[name] as AttributeValue);
  return size;
}

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64');
  if (value.M) return 3 + itemSize(value.M) + Object.keys(value.M).length;
  if (value.L) return 3 + value.L.reduce((sum, member) => sum + 1 + valueSize(member), 0);
  if (value.SS) return value.SS.reduce((sum, member) => sum + Buffer.byteLength(member), 0);
  if (value.NS) return value.NS.reduce((sum, member) => sum + numberSize(member), 0);
  if (value.BS) return value.BS.reduce((sum, member) => sum + Buffer.byteLength(member, 'base64'), 0);
  return 1;
}

/** Two significant digits a byte, and one byte more. */
function numberSize(text: string): number {
  const digits = text.replace(/^-?0*\.?0*|\.|0+$/g, '').length;
  return 1 + Math.ceil(digits / 2) + (text.startsWith('-') ? 1 : 0);
}
