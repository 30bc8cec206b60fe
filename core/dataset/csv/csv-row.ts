/** One record of a table, as places in its bytes. The object is used again for the next record. */
export class CsvRow {
  bytes: Buffer = Buffer.alloc(0);
  line = 0;
  count = 0;
  /** Where the record begins and ends, its line end left out. */
  start = 0;
  end = 0;
  /** Cells that stand in quotes. */
  quoted = 0;
  /** No cell needs an escape in JSON. */
  plain = true;
  /** Where each cell begins and ends, its own quotes left out. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** 1 where a cell holds quotes, which are doubled in the bytes. */
  doubled = new Uint8Array(64);

  add(start: number, end: number, doubled: number): void {
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.doubled[this.count++] = doubled;
  }

  isEmpty(cell: number): boolean {
    return this.starts[cell] === this.ends[cell];
  }

  text(cell: number): string {
    const text = this.bytes.toString('utf8', this.starts[cell], this.ends[cell]);
    return this.doubled[cell] ? text.replaceAll('""', '"') : text;
  }

  texts(): string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  #grow(): void {
    const larger = this.count * 2;
    const [starts, ends, doubled] = [this.starts, this.ends, this.doubled];
    this.starts = new Int32Array(larger);
    this.ends = new Int32Array(larger);
    this.doubled = new Uint8Array(larger);
    this.starts.set(starts);
    this.ends.set(ends);
    this.doubled.set(doubled);
  }
}
