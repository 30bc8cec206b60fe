import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { type Alarm, type Alarms, COMPARISONS } from '../alarms.ts';
import { asDimensions, dimensions, metricName, namespace, parseInput, unit } from '../request.ts';
import { STATISTICS } from '../statistics.ts';

const arns = z.array(z.string().min(1).max(1024)).max(5).default([]);
const whole = z.coerce.number().int().min(1);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const putMetricAlarmSchema = z.object({
  AlarmName: z.string().min(1).max(255),
  AlarmDescription: z.string().max(1024).optional(),
  ActionsEnabled: flag.default(true),
  AlarmActions: arns,
  OKActions: arns,
  InsufficientDataActions: arns,
  Namespace: namespace,
  MetricName: metricName,
  Dimensions: dimensions.default({}),
  Statistic: z.enum(STATISTICS),
  Period: whole,
  Unit: unit.optional(),
  EvaluationPeriods: whole,
  DatapointsToAlarm: whole.optional(),
  Threshold: z.coerce.number(),
  ComparisonOperator: z.enum(COMPARISONS),
  TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore', 'missing']).default('missing'),
});

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** Alarms of one metric and a fixed threshold; metric math, anomaly detection and percentiles are refused. */
export const putMetricAlarm = (alarms: Alarms): Operation<{ AlarmName?: unknown; Metrics?: unknown }> => ({
  permissions: ({ AlarmName }) => [
    { action: 'cloudwatch:PutMetricAlarm', resource: alarms.arnOf(String(AlarmName ?? '')) },
  ],
  async run(input) {
    if (input.Metrics) throw invalid('The local cloud has alarms of one metric only; Metrics is not supported.');
    const { Unit: _unit, ...given } = parseInput(putMetricAlarmSchema, input);
    const { Period, EvaluationPeriods, DatapointsToAlarm = 1 } = given;
    if (![10, 20, 30].includes(Period) && Period % 60 !== 0) {
      throw invalid('Period must be 10, 20, 30 or a multiple of 60');
    }
    // "For alarms with a period of at least one hour … can't be more than 604,800 seconds. … less than one hour … 86,400."
    const most = Period >= HOUR_SECONDS ? 7 * DAY_SECONDS : DAY_SECONDS;
    if (Period * EvaluationPeriods > most) {
      throw invalid('Metrics cannot be checked across more than a day (EvaluationPeriods * Period must be <= 86400)');
    }
    if (DatapointsToAlarm > EvaluationPeriods) {
      throw invalid('DatapointsToAlarm must be less than or equal to EvaluationPeriods');
    }
    alarms.put({ ...given, updatedAt: Date.now() });
    return {};
  },
});

const invalid = (message: string): AwsError => new AwsError('ValidationError', message);

const describeAlarmsSchema = z.object({
  AlarmNames: z.array(z.string()).max(100).optional(),
  AlarmNamePrefix: z.string().min(1).max(255).optional(),
  StateValue: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']).optional(),
  MaxRecords: z.coerce.number().int().min(1).max(100).default(50),
  NextToken: z.string().optional(),
});

export const describeAlarms = (alarms: Alarms): Operation<unknown> => ({
  permissions: () => [{ action: 'cloudwatch:DescribeAlarms', resource: '*' }],
  async run(input) {
    const {
      AlarmNames,
      AlarmNamePrefix = '',
      StateValue,
      MaxRecords,
      NextToken,
    } = parseInput(describeAlarmsSchema, input);
    const named = alarms
      .list()
      .filter(({ AlarmName }) => AlarmNames?.includes(AlarmName) ?? AlarmName.startsWith(AlarmNamePrefix));
    const { items, next } = pageOf(StateValue === undefined || StateValue === STATE ? named : [], {
      size: MaxRecords,
      token: NextToken,
      refusal: () => new AwsError('InvalidNextToken', 'The next token specified is invalid.'),
    });
    return { MetricAlarms: items.map((alarm) => described(alarm, alarms)), CompositeAlarms: [], NextToken: next };
  },
});

/** Of an alarm that CloudWatch has not evaluated yet. */
const STATE = 'INSUFFICIENT_DATA';

function described({ updatedAt, Dimensions, ...alarm }: Alarm, alarms: Alarms) {
  return {
    ...alarm,
    AlarmArn: alarms.arnOf(alarm.AlarmName),
    Dimensions: asDimensions(Dimensions),
    AlarmConfigurationUpdatedTimestamp: new Date(updatedAt),
    StateValue: STATE,
  };
}

const deleteAlarmsSchema = z.object({ AlarmNames: z.array(z.string().min(1).max(255)).max(100) });

/** "If you specify any incorrect alarm names, the alarms you specify with correct names are still deleted." */
export const deleteAlarms = (alarms: Alarms): Operation<{ AlarmNames?: unknown }> => ({
  permissions: ({ AlarmNames }) =>
    (Array.isArray(AlarmNames) ? AlarmNames : []).map((name) => ({
      action: 'cloudwatch:DeleteAlarms',
      resource: alarms.arnOf(String(name)),
    })),
  async run(input) {
    for (const name of parseInput(deleteAlarmsSchema, input).AlarmNames) alarms.delete(name);
    return {};
  },
});
