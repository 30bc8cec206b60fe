import { createCloud } from '../../src/create-cloud.ts';
import { createDynamoDbService } from '../../src/dynamodb/service.ts';

/** Counts up in the table `runs` of the folder it is given, and prints each count once it is acknowledged. */
const [, , dataDir = ''] = process.argv;
const cloud = await createCloud({
  dataDir,
  port: 0,
  services: (context) => [createDynamoDbService(context)],
  authorize: () => {},
});
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
