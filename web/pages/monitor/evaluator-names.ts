import type { MonitorView } from '../../api/monitors.ts';

export const evaluatorNames = (evaluators: MonitorView['evaluators']): string =>
  evaluators.map(({ name, type }) => name ?? type).join(', ');
