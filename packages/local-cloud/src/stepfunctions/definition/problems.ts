/** What is wrong with a definition, as ValidateStateMachineDefinition reports it. */
export interface Diagnostic {
  readonly severity: 'ERROR' | 'WARNING';
  readonly code: string;
  readonly message: string;
  /** A JSON pointer: `/States/Plan/Next`. Absent when the whole definition is meant. */
  readonly location?: string;
}

export class Problems {
  readonly found: Diagnostic[] = [];

  add(location: string, message: string, code = 'SCHEMA_VALIDATION_FAILED'): void {
    this.found.push({ severity: 'ERROR', code, message, location: location || '/' });
  }

  /** A problem that has no place of its own. */
  addToWhole(message: string, code = 'SCHEMA_VALIDATION_FAILED'): void {
    this.found.push({ severity: 'ERROR', code, message });
  }

  /** Notes that a value is not of the kind a field needs; true when it is. */
  expect(holds: boolean, location: string, message: string): boolean {
    if (!holds) this.add(location, message);
    return holds;
  }
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
