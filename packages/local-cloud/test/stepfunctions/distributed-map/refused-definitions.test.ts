import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

let cloud: StatesCloud;
beforeAll(async () => {
  cloud = await StatesCloud.start();
});
afterAll(() => cloud.close());

const GET = 'arn:aws:states:::s3:getObject';
const LIST = 'arn:aws:states:::s3:listObjectsV2';
const reader = (Resource: string, ReaderConfig?: object) => ({
  ItemReader: { Resource, ReaderConfig, Arguments: { Bucket: 'b', Key: 'k' } },
});

describe('CreateStateMachine refuses a Distributed Map', () => {
  it.each([
    ['a Label of more than 40 characters', { Label: 'x'.repeat(41) }, '1 to 40 characters'],
    ['a Label with a colon', { Label: 'a:b' }, 'Label is "a:b"'],
    ['an ItemReader that is not S3', reader('arn:aws:states:::dynamodb:scan'), 'ItemReader.Resource is'],
    ['no InputType', reader(GET, {}), 'InputType is missing'],
    ['an unknown InputType', reader(GET, { InputType: 'XML' }), 'InputType is XML'],
    ['an S3 inventory', reader(GET, { InputType: 'MANIFEST' }), 'MANIFEST (S3 inventory) is not supported here'],
    [
      'an S3 inventory by ManifestType',
      reader(GET, { ManifestType: 'S3_INVENTORY' }),
      'ManifestType S3_INVENTORY is not supported',
    ],
    [
      'LOAD_AND_FLATTEN of one object',
      reader(GET, { InputType: 'JSON', Transformation: 'LOAD_AND_FLATTEN' }),
      'goes with s3:listObjectsV2',
    ],
    ['InputType for a mere list', reader(LIST, { InputType: 'JSON' }), 'needs Transformation LOAD_AND_FLATTEN'],
    ['CSV without a header', reader(GET, { InputType: 'CSV' }), 'CSVHeaderLocation is missing'],
    [
      'CSV with a strange delimiter',
      reader(GET, { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW', CSVDelimiter: '#' }),
      'CSVDelimiter is #',
    ],
    ['an unknown ReaderConfig field', reader(GET, { InputType: 'JSON', Colour: 1 }), 'has no field Colour'],
    ['an ItemBatcher without a limit', { ItemBatcher: { BatchInput: {} } }, 'ItemBatcher needs MaxItemsPerBatch'],
    ['a batch of more than 256 KiB', { ItemBatcher: { MaxInputBytesPerBatch: 262_145 } }, 'from 1 to 262144'],
    ['a ResultWriter without anything', { ResultWriter: {} }, 'ResultWriter needs Resource'],
    [
      'a ResultWriter to nowhere',
      { ResultWriter: { Resource: 'arn:aws:states:::s3:putObject' } },
      'ResultWriter.Arguments must name',
    ],
    ['ToleratedFailurePercentage over 100', { ToleratedFailurePercentage: 101 }, 'from 0 to 100'],
  ])('with %s', async (_what, state, reason) => {
    const ItemProcessor = {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'Pass',
      States: { Pass: { Type: 'Pass', End: true } },
    };
    const map = { Type: 'Map', ItemProcessor, End: true, ...state };
    const created = cloud.createMachine('refused', { StartAt: 'TheMap', States: { TheMap: map } });
    await expect(created).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining(reason),
    });
    await expect(created).rejects.toThrow('TheMap');
  });
});
