import type { TableDefinition } from './table-definition.ts';

export const describeBackups = ({ pointInTimeRecovery }: TableDefinition) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: pointInTimeRecovery ? 'ENABLED' : 'DISABLED' },
  },
});
