/** CRC-32C (Castagnoli), eight bytes at a time: table N holds what a byte becomes after N more bytes. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = new Int32Array(8 * 256);

const look = (index: number): number => TABLE[index] as number;

function fillTable(): void {
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    TABLE[byte] = crc;
  }
  for (let at = 256; at < TABLE.length; at++) {
    const crc = look(at - 256);
    TABLE[at] = (crc >>> 8) ^ look(crc & 0xff);
  }
}

fillTable();

/** Goes on from the checksum `value` of the bytes before these. */
export function crc32c(bytes: Buffer, value = 0): number {
  let crc = ~value;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const a = crc ^ bytes.readInt32LE(at);
    const b = bytes.readInt32LE(at + 4);
    crc =
      look(0x700 | (a & 0xff)) ^
      look(0x600 | ((a >>> 8) & 0xff)) ^
      look(0x500 | ((a >>> 16) & 0xff)) ^
      look(0x400 | (a >>> 24)) ^
      look(0x300 | (b & 0xff)) ^
      look(0x200 | ((b >>> 8) & 0xff)) ^
      look(0x100 | ((b >>> 16) & 0xff)) ^
      look(b >>> 24);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ look((crc ^ (bytes[at] as number)) & 0xff);
  return ~crc >>> 0;
}
