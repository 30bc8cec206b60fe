/** What a load did, for the one line the person at the terminal gets. */
export class LoadReport {
  readonly stacks: string[] = [];
  created = 0;
  updated = 0;
  unchanged = 0;
  deleted = 0;
  readonly #harmless = new Map<string, number>();
  readonly #ignored = new Map<string, number>();

  harmless(type: string): void {
    this.#harmless.set(type, (this.#harmless.get(type) ?? 0) + 1);
  }

  ignored(type: string, property: string): void {
    const key = `${type} ${property}`;
    this.#ignored.set(key, (this.#ignored.get(key) ?? 0) + 1);
  }

  /** @param notes what has no effect here, too */
  lines(notes = true): string[] {
    const { created, updated, unchanged, deleted } = this;
    const lines = [
      `Loaded ${this.stacks.join(', ')}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted.`,
    ];
    if (!notes) return lines;
    if (this.#harmless.size > 0) lines.push(`Harmless here, and not run: ${listed(this.#harmless)}.`);
    if (this.#ignored.size > 0) lines.push(`Properties without effect here: ${listed(this.#ignored)}.`);
    return lines;
  }
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort()
    .map(([name, count]) => (count === 1 ? name : `${name} ×${count}`))
    .join(', ');
