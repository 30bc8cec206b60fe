/** The lines the platform itself writes to a function's log, as text or as JSON. */
export interface Report {
  readonly requestId: string;
  readonly durationMs: number;
  /** Set for the first invocation of an environment. */
  readonly initMs?: number;
  readonly memorySizeMb: number;
  readonly usedMb: number;
  readonly status: 'success' | 'error' | 'timeout';
}

export function startLine(format: 'Text' | 'JSON', requestId: string): string {
  if (format === 'Text') return `START RequestId: ${requestId} Version: $LATEST`;
  return platformJson('platform.start', { requestId, version: '$LATEST' });
}

/** The end of an invocation is one line as JSON and two as text. */
export function endLines(format: 'Text' | 'JSON', report: Report): string[] {
  const billed = Math.ceil(report.durationMs + (report.initMs ?? 0));
  if (format === 'JSON') {
    const metrics = {
      durationMs: round(report.durationMs),
      billedDurationMs: billed,
      memorySizeMB: report.memorySizeMb,
      maxMemoryUsedMB: report.usedMb,
      ...(report.initMs !== undefined && { initDurationMs: round(report.initMs) }),
    };
    return [platformJson('platform.report', { requestId: report.requestId, metrics, status: report.status })];
  }
  const parts = [
    `REPORT RequestId: ${report.requestId}`,
    `Duration: ${report.durationMs.toFixed(2)} ms`,
    `Billed Duration: ${billed} ms`,
    `Memory Size: ${report.memorySizeMb} MB`,
    `Max Memory Used: ${report.usedMb} MB`,
  ];
  if (report.initMs !== undefined) parts.push(`Init Duration: ${report.initMs.toFixed(2)} ms`);
  if (report.status !== 'success') parts.push(`Status: ${report.status}`);
  return [`END RequestId: ${report.requestId}`, parts.join('\t')];
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

function platformJson(type: string, record: object): string {
  return JSON.stringify({ time: new Date().toISOString(), type, record });
}
