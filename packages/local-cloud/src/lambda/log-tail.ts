const LARGEST = 4096;

/** "The last 4 KB of the execution log", for invokers that ask with LogType Tail. */
export class LogTail {
  #text = '';

  add(line: string): void {
    this.#text = `${this.#text}${line}\n`.slice(-LARGEST);
  }

  base64(): string {
    return Buffer.from(this.#text).subarray(-LARGEST).toString('base64');
  }
}
