import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findQualified } from '../qualified.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineArn: arn });

export function describeStateMachine(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:DescribeStateMachine', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const { stateMachineArn } = parseInput(schema, raw);
      const { stateMachine: record } = findQualified(runner, stateMachineArn);
      return {
        stateMachineArn: record.arn,
        name: record.name,
        status: 'ACTIVE',
        description: 'description' in record ? record.description : undefined,
        definition: runner.definitions.get(record.definition).text,
        roleArn: record.roleArn,
        type: record.type,
        creationDate: new Date(record.creationDate),
        loggingConfiguration: record.loggingConfiguration ?? { level: 'OFF', includeExecutionData: false },
        tracingConfiguration: record.tracingConfiguration ?? { enabled: false },
        encryptionConfiguration: record.encryptionConfiguration ?? { type: 'AWS_OWNED_KEY' },
        revisionId: record.revisionId,
      };
    },
  };
}
