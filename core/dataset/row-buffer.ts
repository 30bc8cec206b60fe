/** Bytes of rows on their way out. Grows as needed; what is taken is the taker's own. */
export class RowBuffer {
  /** Written to directly by those who make rows fast; `reserve` first. */
  bytes: Buffer;
  length = 0;

  constructor(capacity = 1 << 20) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes room for so many more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  write(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafeSlow(this.bytes.length);
    this.length = 0;
    return taken;
  }

  clear(): void {
    this.length = 0;
  }
}
