import { createDynamoDbService } from '../../src/dynamodb/service.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';

/** Counts up in the table `runs` of the folder it is given, and prints each count once it is acknowledged. */
const [, , dataDir = ''] = process.argv;
const cloud = await createTestCloud((context) => [createDynamoDbService(context)], { dataDir });
for (let count = 1; ; count++) {
  const update = {
    TableName: 'runs',
    Key: { id: { S: 'counter' } },
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  };
  await cloud.context.call('dynamodb', 'UpdateItem', update, cloud.context.administrator);
  process.stdout.write(`${count}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
