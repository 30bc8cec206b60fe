export async function* iterate<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** A text as a stream of bytes, cut wherever `sizes` say, in the middle of a character too. */
export async function* inPieces(text: string | Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let position = 0;
  for (let piece = 0; position < bytes.length; piece += 1) {
    const size = sizes.length === 0 ? bytes.length : (sizes[piece % sizes.length] ?? 1);
    yield bytes.subarray(position, position + size);
    position += size;
  }
}
