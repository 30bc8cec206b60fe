/**
 * CRC-64/NVME, what S3 computes for an object that came without a checksum. JavaScript's integers have 32 bits, so
 * each value is a high and a low half; table N holds what a byte becomes after N more bytes.
 */
const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;
const BYTES = 8;

const HIGH = new Int32Array(BYTES * 256);
const LOW = new Int32Array(BYTES * 256);

function fillTables(): void {
  for (let byte = 0; byte < 256; byte++) {
    let crc = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ POLYNOMIAL : crc >> 1n;
    HIGH[byte] = Number(crc >> 32n) | 0;
    LOW[byte] = Number(crc & 0xffffffffn) | 0;
  }
  for (let at = 256; at < HIGH.length; at++) {
    const high = look(HIGH, at - 256);
    const low = look(LOW, at - 256);
    HIGH[at] = (high >>> 8) ^ look(HIGH, low & 0xff);
    LOW[at] = ((low >>> 8) | (high << 24)) ^ look(LOW, low & 0xff);
  }
}

const look = (table: Int32Array, index: number): number => table[index] as number;

fillTables();

export class Crc64Nvme {
  #high = -1;
  #low = -1;

  update(bytes: Buffer): void {
    let high = this.#high;
    let low = this.#low;
    let at = 0;
    for (const end = bytes.length - 7; at < end; at += 8) {
      const a = low ^ bytes.readInt32LE(at);
      const b = high ^ bytes.readInt32LE(at + 4);
      low = slice(LOW, a, b);
      high = slice(HIGH, a, b);
    }
    for (; at < bytes.length; at++) {
      const index = (low ^ (bytes[at] as number)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ look(LOW, index);
      high = (high >>> 8) ^ look(HIGH, index);
    }
    this.#high = high;
    this.#low = low;
  }

  digest(): Buffer {
    const digest = Buffer.allocUnsafe(BYTES);
    digest.writeInt32BE(~this.#high, 0);
    digest.writeInt32BE(~this.#low, 4);
    return digest;
  }
}

function slice(table: Int32Array, a: number, b: number): number {
  return (
    look(table, 0x700 | (a & 0xff)) ^
    look(table, 0x600 | ((a >>> 8) & 0xff)) ^
    look(table, 0x500 | ((a >>> 16) & 0xff)) ^
    look(table, 0x400 | (a >>> 24)) ^
    look(table, 0x300 | (b & 0xff)) ^
    look(table, 0x200 | ((b >>> 8) & 0xff)) ^
    look(table, 0x100 | ((b >>> 16) & 0xff)) ^
    look(table, b >>> 24)
  );
}
